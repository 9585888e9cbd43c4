import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { findEntryState, ownEntryState } from "../access/entry-access.ts";
import { eraseEntry } from "../erasure/erase-entry.ts";
import { inParallel } from "../in-parallel.ts";
import { moveEntries, type EntryResult } from "./move-entries.ts";

/** What a bulk act does with each of its entries; `from` is the journal they are in, or `null` for any of its owner's. */
export type EntryPlan = { readonly from: number | null } & (
  | { readonly kind: "delete" | "erase" }
  | { readonly kind: "move" | "restore"; readonly to: number }
);

const atOnce = 8;

/** Who asks, and in which act. */
export type Asking = { readonly actor: Actor; readonly context: CommandContext };

async function trash(app: Application, { actor, context }: Asking, from: number | null, entryId: number) {
  const state = await findEntryState(app, actor, { journalId: from, entryId });
  if (isRejection(state)) return { entryId, outcome: state };
  const done = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "TrashEntry", data: { entryId, at: context.at } }],
    context,
  });
  return { entryId, outcome: isRejection(done) ? done : done.position };
}

/** Erases an entry of the actor. A lock keeps what it locks; an entry that is erased already stays erased. */
async function erase(app: Application, { actor, context }: Asking, from: number | null, entryId: number) {
  const { state } = await app.commands.load(entryDecider, streamOf.entry(entryId));
  const isDone = state.status === "erased" && state.accountId === actor.userId;
  const allowed = isDone
    ? null
    : await ownEntryState(app, actor, { journalId: from ?? state.journalId, entryId });
  if (isRejection(allowed)) return { entryId, outcome: allowed };
  const command = { type: "EraseEntry" as const, data: { entryId, at: context.at } };
  const done = await eraseEntry(app, command, context, "inBackground");
  return { entryId, outcome: isRejection(done) ? done : done.position };
}

/** Does with each of these entries what the plan says. Doing it again, after a crash, adds nothing. */
export function stepThrough(
  app: Application,
  asking: Asking,
  plan: EntryPlan,
  ids: readonly number[],
): Promise<EntryResult[]> {
  const { from } = plan;
  switch (plan.kind) {
    case "delete":
      return inParallel(ids, atOnce, (entryId) => trash(app, asking, from, entryId));
    case "erase":
      return inParallel(ids, atOnce, (entryId) => erase(app, asking, from, entryId));
    case "move":
    case "restore":
      return moveEntries(app, asking.actor, asking.context, plan.kind, { ids, from, to: plan.to });
  }
}
