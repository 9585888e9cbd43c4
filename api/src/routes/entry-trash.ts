import { type EntryCommand, entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type { Act, Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { ownEntryState } from "../policies/entry-access.ts";
import { activeJournal, ownJournal } from "../policies/journal-access.ts";
import { projected } from "./projected.ts";

/**
 * Refuses the whole when one of the entries is not the caller's, before anything is changed. A repeated act may find
 * its entries erased or moved already, so then only their owner counts.
 */
async function ownAll(
  deps: ApiDeps,
  actor: Actor,
  act: Act,
  journalId: number,
  ids: readonly number[],
): Promise<Rejection | null> {
  const check = async (entryId: number): Promise<Rejection | null> => {
    const found = await ownEntryState(deps, actor, { journalId, entryId });
    if (!isRejection(found)) return null;
    if (!act.repeated) return found;
    const { state } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
    return state.accountId === actor.userId ? null : found;
  };
  const refusals = await Promise.all(ids.map(check));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/** Runs one command on each entry, and waits once, for the furthest. Each entry is a stream of its own. */
async function onEach(
  deps: ApiDeps,
  act: Act,
  ids: readonly number[],
  commandFor: (entryId: number) => EntryCommand,
): Promise<Rejection | null> {
  let furthest: Position | null = null;
  for (const entryId of ids) {
    const outcome = await deps.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [commandFor(entryId)],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    const { position } = outcome;
    if (position !== null && (furthest === null || comparePositions(position, furthest) > 0))
      furthest = position;
  }
  await projected(deps, ["entry-page", "entry-versions"], furthest);
  return null;
}

/**
 * Erases entries: the intent is durable before the event, the key goes after it, so that a crash between the two is
 * finished at the next start. What was written stays in the log, and nobody can read it again.
 */
async function erase(deps: ApiDeps, act: Act, ids: readonly number[]): Promise<Rejection | null> {
  for (const id of ids) await deps.vault.beginErasure(streamOf.entry(id));
  const refused = await onEach(deps, act, ids, (entryId) => ({
    type: "EraseEntry",
    data: { entryId, at: act.at },
  }));
  if (refused) return refused;
  for (const id of ids) {
    await deps.vault.completeErasure(streamOf.entry(id));
    deps.words.drop(id);
  }
  return null;
}

const affected = (ids: readonly number[]) => ({
  status: 200,
  body: { entries: ids.map((id) => ({ entry: { id } })), total: ids.length },
});

/** The calls that trash, restore and erase entries. */
export function mountEntryTrash(mount: Mount, deps: ApiDeps): void {
  mount("deleteEntries", async ({ actor, params, query, body, act }) => {
    const ids = [...new Set(body.entry_ids)];
    const permanent = query.permanent ?? body.permanent ?? false;
    const journal = await ownJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const foreign = await ownAll(deps, actor, act, params.journalId, ids);
    if (foreign) return foreign;
    const refused = permanent
      ? await erase(deps, act, ids)
      : await onEach(deps, act, ids, (entryId) => ({ type: "TrashEntry", data: { entryId, at: act.at } }));
    return refused ?? affected(ids);
  });

  mount("restoreEntries", async ({ actor, params, body, act }) => {
    const ids = [...new Set(body.entry_ids)];
    const journalId = body.new_journal_id ?? params.journalId;
    const from = await ownJournal(deps, actor, params.journalId);
    if (isRejection(from)) return from;
    const target = await activeJournal(deps, actor, journalId);
    if (isRejection(target)) {
      if (body.new_journal_id !== undefined || from.status === "active") return target;
      return reject("journal_trashed", "The journal of these entries is gone. Choose another one for them.", {
        new_journal_id: "Choose a journal.",
      });
    }
    const foreign = await ownAll(deps, actor, act, params.journalId, ids);
    if (foreign) return foreign;
    if (journalId !== params.journalId) {
      for (const id of ids) await deps.vault.move(streamOf.entry(id), streamOf.journal(journalId));
    }
    const refused = await onEach(deps, act, ids, (entryId) => ({
      type: "RestoreEntry",
      data: { entryId, journalId, at: act.at },
    }));
    return refused ?? affected(ids);
  });
}
