import { paging } from "@daybook/domain/contract/bounds";
import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import {
  entryIdsOfSelection,
  filterEntryIdsOfJournal,
  type EntrySelection,
} from "@daybook/read-models/queries/entry-ids";
import { findEntryState, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal, findOpenJournal } from "../access/journal-access.ts";
import { type ActionWithPassword, refuseWithoutPassword } from "../access/journal-password.ts";
import { noteRestore } from "../accounts/note-restore.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { type EntryPlan, applyPlan } from "./bulk-steps.ts";
import { latestPosition } from "./move-entries.ts";
import { type BulkResult, startOperation } from "./start-operation.ts";

/** Entries of a journal: those with these ids, or all. */
export type SelectedEntries = {
  readonly journalId: number;
  readonly entryIds?: readonly number[] | undefined;
  readonly all?: boolean | undefined;
  /** With `all`: only entries of this view. */
  readonly view?: EntrySelection | undefined;
  /** With `all`: only entries that were in the journal at this instant. */
  readonly inJournalAt?: string | undefined;
};

type BulkAction = {
  readonly plan: EntryPlan;
  readonly selection: SelectedEntries & { readonly view: EntrySelection };
};

/**
 * Refuses the whole action when the actor may not change one of the entries. When a repeated command finds such an entry,
 * it checks only the owner of the entry, because the first run may have erased or moved the entry.
 */
async function checkEach(
  app: Application,
  { actor, command }: Context,
  { plan, selection: { journalId } }: BulkAction,
  ids: readonly number[],
): Promise<Rejection | null> {
  // Only erasing checks the locks here. Trashing works while a lock is closed. `moveEntries` refuses moves that a closed lock prevents.
  const findEntry = plan.kind === "erase" ? openEntryState : findEntryState;
  const check = async (entryId: number): Promise<Rejection | null> => {
    const entry = await findEntry(app, actor, { journalId, entryId });
    if (!isRejection(entry)) return null;
    if (!command.repeated) return entry;
    const { state } = await app.commands.load(entryDecider, streamOf.entry(entryId));
    return state.accountId === actor.userId ? null : entry;
  };
  const refusals = await Promise.all(ids.map(check));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/**
 * {@link checkEach} for very many entries. It does not check the entries that the read model has in this journal. It checks at most
 * `maxBulkInRequest` of the others individually. When there are more of them, it refuses the action, except for a repeated command.
 */
async function checkMany(
  app: Application,
  context: Context,
  bulk: BulkAction,
  ids: readonly number[],
): Promise<Rejection | null> {
  const { userId } = context.actor;
  const idsInReadModel = new Set(
    await filterEntryIdsOfJournal(app.pool, userId, bulk.selection.journalId, ids),
  );
  const idsNotInReadModel = ids.filter((id) => !idsInReadModel.has(id));
  const refusal = await checkEach(app, context, bulk, idsNotInReadModel.slice(0, paging.maxBulkInRequest));
  if (refusal) return refusal;
  if (idsNotInReadModel.length <= paging.maxBulkInRequest || context.command.repeated) return null;
  return reject("not_found", "We couldn't find these entries in your journal.");
}

/** Changes the selected entries: a few before it returns, many or all of a journal as an operation. */
async function runBulkAction(
  app: Application,
  context: Context,
  bulk: BulkAction,
): Promise<BulkResult | Refusal> {
  const { actor, command } = context;
  const { plan, selection } = bulk;
  if (selection.all) {
    const { journalId, view, inJournalAt } = selection;
    return startOperation(
      app,
      context,
      plan,
      await entryIdsOfSelection(app.pool, journalId, view, inJournalAt),
    );
  }
  const ids = [...new Set(selection.entryIds)];
  if (ids.length > paging.maxBulkInRequest) {
    return (await checkMany(app, context, bulk, ids)) ?? startOperation(app, context, plan, ids);
  }
  const refusal = await checkEach(app, context, bulk, ids);
  if (refusal) return refusal;
  // The first run of a repeated command may have moved the entries to another journal.
  const planToApply = command.repeated ? { ...plan, from: null } : plan;
  const results = await applyPlan(app, { actor, context: command }, planToApply, ids);
  const position = latestPosition(results);
  await waitForReadModels(app, ["entry-page", "entry-versions"], position);
  if (plan.kind === "restore" && position !== null) await noteRestore(app, context, "entries");
  const firstRefusal = results.map(({ outcome }) => outcome).find(isRejection);
  return firstRefusal ?? { entryIds: ids };
}

/** {@link refuseWithoutPassword}, except for a completed command, which has nothing left to do. */
const checkPasswordUnlessCompleted = async (
  app: Application,
  context: Context,
  journalId: number,
  actionWithPassword: ActionWithPassword,
): Promise<Refusal | null> =>
  context.command.completed ? null : refuseWithoutPassword(app, context, journalId, actionWithPassword);

/** Moves entries to another journal. If the journal that they leave has a lock, this needs its password. */
export async function moveManyEntries(
  app: Application,
  context: Context,
  input: SelectedEntries & { readonly toJournalId: number; readonly password?: string | undefined },
): Promise<BulkResult | Refusal> {
  const { journalId, view = "any" } = input;
  const sourceJournal = await findOpenJournal(app, context.actor, journalId);
  if (isRejection(sourceJournal)) return sourceJournal;
  const targetJournal = await findActiveJournal(app, context.actor, input.toJournalId);
  if (isRejection(targetJournal)) return targetJournal;
  if (targetJournal.id !== journalId) {
    const actionWithPassword = { action: "moveEntries", password: input.password } as const;
    const refusal = await checkPasswordUnlessCompleted(app, context, journalId, actionWithPassword);
    if (refusal) return refusal;
  }
  const plan: EntryPlan = { kind: "move", from: journalId, to: targetJournal.id };
  return runBulkAction(app, context, { plan, selection: { ...input, view } });
}

/** Moves entries to the trash, or erases them (`permanent`). If their journal has a lock, erasing needs its password. */
export async function deleteManyEntries(
  app: Application,
  context: Context,
  input: SelectedEntries & { readonly permanent: boolean; readonly password?: string | undefined },
): Promise<BulkResult | Refusal> {
  const { journalId, permanent, password } = input;
  const journal = await findOpenJournal(app, context.actor, journalId);
  if (isRejection(journal)) return journal;
  if (permanent) {
    const actionWithPassword = { action: "eraseEntries", password } as const;
    const refusal = await checkPasswordUnlessCompleted(app, context, journalId, actionWithPassword);
    if (refusal) return refusal;
  }
  const plan: EntryPlan = { kind: permanent ? "erase" : "delete", from: journalId };
  const view = input.view ?? (permanent ? "any" : "active");
  return runBulkAction(app, context, { plan, selection: { ...input, view } });
}

/**
 * Restores entries from the trash, by default into the journal that they were in. If the journal that they were in has a
 * lock, restoring the entries into another journal needs the password of this lock.
 */
export async function restoreManyEntries(
  app: Application,
  context: Context,
  input: SelectedEntries & {
    readonly toJournalId?: number | undefined;
    readonly password?: string | undefined;
  },
): Promise<BulkResult | Refusal> {
  const { journalId, toJournalId } = input;
  const sourceJournal = await findOpenJournal(app, context.actor, journalId);
  if (isRejection(sourceJournal)) return sourceJournal;
  const targetJournal = await findActiveJournal(app, context.actor, toJournalId ?? journalId);
  if (isRejection(targetJournal)) {
    if (toJournalId !== undefined || sourceJournal.status === "active") return targetJournal;
    return reject(
      "journal_trashed",
      "The journal of these entries is in the trash. Choose another one for them.",
      {
        new_journal_id: "Choose a journal.",
      },
    );
  }
  if (targetJournal.id !== journalId) {
    const actionWithPassword = { action: "moveEntries", password: input.password } as const;
    const refusal = await checkPasswordUnlessCompleted(app, context, journalId, actionWithPassword);
    if (refusal) return refusal;
  }
  const plan: EntryPlan = { kind: "restore", from: journalId, to: targetJournal.id };
  return runBulkAction(app, context, { plan, selection: { ...input, view: "trashed" } });
}
