import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { findEntryState, openEntryState } from "../access/entry-access.ts";
import { eraseEntry } from "../erasure/erase-entry.ts";
import { inParallel } from "../in-parallel.ts";
import { moveEntries, type EntryResult } from "./move-entries.ts";

/**
 * What a bulk action does with each entry: `delete` moves it to the trash, `erase` deletes it forever. `from` is the journal of the
 * entries; `null` for any journal of the owner. This is not a plan that a person buys.
 */
export type EntryPlan = { readonly from: number | null } & (
  | { readonly kind: "delete" | "erase" }
  | { readonly kind: "move" | "restore"; readonly to: number }
);

const maxConcurrent = 8;

/** Who runs a bulk action, and in which command. */
export type BulkContext = { readonly actor: Actor; readonly context: CommandContext };

/** Moves an entry of the actor to the trash, even while a lock is closed. */
async function trash(
  app: Application,
  { actor, context }: BulkContext,
  from: number | null,
  entryId: number,
) {
  const state = await findEntryState(app, actor, { journalId: from, entryId });
  if (isRejection(state)) return { entryId, outcome: state };
  const result = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "TrashEntry", data: { entryId, at: context.at } }],
    context,
  });
  return { entryId, outcome: isRejection(result) ? result : result.position };
}

/** Erases an entry of the actor. An entry behind a closed lock is refused; an erased entry counts as a success. */
async function erase(
  app: Application,
  { actor, context }: BulkContext,
  from: number | null,
  entryId: number,
) {
  const { state } = await app.commands.load(entryDecider, streamOf.entry(entryId));
  const isDone = state.status === "erased" && state.accountId === actor.userId;
  const entryState = isDone
    ? null
    : await openEntryState(app, actor, { journalId: from ?? state.journalId, entryId });
  if (isRejection(entryState)) return { entryId, outcome: entryState };
  const command = { type: "EraseEntry" as const, data: { entryId, at: context.at } };
  const erasure = await eraseEntry(app, command, context, "inBackground");
  return { entryId, outcome: isRejection(erasure) ? erasure : erasure.position };
}

/** Applies a plan to entries. A repeat of the command after a crash changes no entry a second time. */
export function applyPlan(
  app: Application,
  bulkContext: BulkContext,
  plan: EntryPlan,
  ids: readonly number[],
): Promise<EntryResult[]> {
  const { from } = plan;
  switch (plan.kind) {
    case "delete":
      return inParallel(ids, maxConcurrent, (entryId) => trash(app, bulkContext, from, entryId));
    case "erase":
      return inParallel(ids, maxConcurrent, (entryId) => erase(app, bulkContext, from, entryId));
    case "move":
    case "restore":
      return moveEntries(app, bulkContext.actor, bulkContext.context, plan.kind, { ids, from, to: plan.to });
  }
}
