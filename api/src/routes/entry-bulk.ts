import { paging } from "@daybook/domain/contract/bounds";
import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { allEntryIds, knownEntryIds, type WhichEntries } from "@daybook/read-models/queries/entry-ids";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { ownEntryFacts, ownEntryState } from "../policies/entry-access.ts";
import { activeJournal, ownJournal } from "../policies/journal-access.ts";
import { presentOperation } from "../presenters/operation.ts";
import { type EntryPlan, stepThrough } from "../processes/entry-steps.ts";
import { furthestOf } from "../processes/move-entries.ts";
import { noteRestore, type RestoreCall } from "./account/note-restore.ts";
import { affected, operate } from "./operate.ts";
import { projected } from "./projected.ts";

type Which = {
  readonly entry_ids?: readonly number[] | undefined;
  readonly all_entries?: boolean | undefined;
  readonly since?: string | undefined;
};

/** Who does what to which entries of which journal; `all` are those that "all" means. */
type Bulk = RestoreCall & {
  readonly journalId: number;
  readonly plan: EntryPlan;
  readonly which: Which;
  readonly all: WhichEntries;
};

/**
 * Refuses the whole when one of the entries is not the caller's, before anything is changed. A repeated act may find
 * its entries erased or moved already, so then only their owner counts.
 */
async function ownAll(
  deps: ApiDeps,
  { actor, act, journalId, plan }: Bulk,
  ids: readonly number[],
): Promise<Rejection | null> {
  // Putting a locked entry somewhere else shows nothing of it; erasing it needs the lock to be open.
  const gate = plan.kind === "erase" ? ownEntryState : ownEntryFacts;
  const check = async (entryId: number): Promise<Rejection | null> => {
    const found = await gate(deps, actor, { journalId, entryId });
    if (!isRejection(found)) return null;
    if (!act.repeated) return found;
    const { state } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
    return state.accountId === actor.userId ? null : found;
  };
  const refusals = await Promise.all(ids.map(check));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/** {@link ownAll} of very many: those that the read model knows are theirs; few may be so new that it does not. */
async function ownMany(deps: ApiDeps, bulk: Bulk, ids: readonly number[]): Promise<Rejection | null> {
  const { actor, journalId } = bulk;
  const known = new Set(await knownEntryIds(deps.pool, actor.userId, journalId, ids));
  const unknown = ids.filter((id) => !known.has(id));
  const checked = await ownAll(deps, bulk, unknown.slice(0, paging.bulkAtOnce));
  if (checked) return checked;
  if (unknown.length <= paging.bulkAtOnce || bulk.act.repeated) return null;
  return reject("not_found", "We couldn't find these entries in your journal.");
}

/** Up to a hundred entries by their ids at once and before the answer; more of them, or all, as an operation. */
async function carryOut(deps: ApiDeps, bulk: Bulk) {
  const { actor, act, journalId, plan, which, all } = bulk;
  if (which.all_entries) {
    return operate(deps, bulk, plan, await allEntryIds(deps.pool, journalId, all, which.since));
  }
  const ids = [...new Set(which.entry_ids)];
  if (ids.length > paging.bulkAtOnce) {
    return (await ownMany(deps, bulk, ids)) ?? operate(deps, bulk, plan, ids);
  }
  const foreign = await ownAll(deps, bulk, ids);
  if (foreign) return foreign;
  // Theirs in whatever journal, when an act is repeated: the first time may have moved it.
  const repeatable = act.repeated ? { ...plan, from: null } : plan;
  const steps = await stepThrough(deps, { actor, context: act }, repeatable, ids);
  const furthest = furthestOf(steps);
  await projected(deps, ["entry-page", "entry-versions"], furthest);
  if (plan.kind === "restore" && furthest !== null) await noteRestore(deps, bulk, "entries");
  const refused = steps.map(({ outcome }) => outcome).find(isRejection);
  return refused ?? affected(ids);
}

/** The calls that move, trash, restore and erase entries, one or all. */
export function mountEntryBulk(mount: Mount, deps: ApiDeps): void {
  mount("moveEntries", async ({ actor, params, body, act, caller }) => {
    const { journalId } = params;
    const from = await ownJournal(deps, actor, journalId);
    if (isRejection(from)) return from;
    const to = await activeJournal(deps, actor, body.new_journal_id);
    if (isRejection(to)) return to;
    const plan: EntryPlan = { kind: "move", from: journalId, to: to.id };
    return carryOut(deps, { actor, act, caller, journalId, plan, which: body, all: body.view ?? "any" });
  });

  mount("deleteEntries", async ({ actor, params, query, body, act, caller }) => {
    const { journalId } = params;
    const permanent = query.permanent ?? body.permanent ?? false;
    const journal = await ownJournal(deps, actor, journalId);
    if (isRejection(journal)) return journal;
    const plan: EntryPlan = { kind: permanent ? "erase" : "delete", from: journalId };
    const all = body.view ?? (permanent ? "any" : "active");
    return carryOut(deps, { actor, act, caller, journalId, plan, which: body, all });
  });

  mount("restoreEntries", async ({ actor, params, body, act, caller }) => {
    const { journalId } = params;
    const from = await ownJournal(deps, actor, journalId);
    if (isRejection(from)) return from;
    const to = await activeJournal(deps, actor, body.new_journal_id ?? journalId);
    if (isRejection(to)) {
      if (body.new_journal_id !== undefined || from.status === "active") return to;
      return reject("journal_trashed", "The journal of these entries is gone. Choose another one for them.", {
        new_journal_id: "Choose a journal.",
      });
    }
    const plan: EntryPlan = { kind: "restore", from: journalId, to: to.id };
    return carryOut(deps, { actor, act, caller, journalId, plan, which: body, all: "trashed" });
  });

  mount("getOperation", async ({ actor, params }) => {
    const operation = await deps.operations.find(actor.userId, params.operationId);
    if (!operation) return reject("not_found", "There is no such operation.");
    return { status: 200, body: { operation: presentOperation(operation) } };
  });
}
