import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { ownEntryFacts, ownEntryState } from "../policies/entry-access.ts";
import { inParallel } from "./in-parallel.ts";
import { moveEntries, type Step } from "./move-entries.ts";

/** What a bulk act does with each of its entries; `from` is the journal they are in, or `null` for any of its owner's. */
export type EntryPlan = { readonly from: number | null } & (
  | { readonly kind: "delete" | "erase" }
  | { readonly kind: "move" | "restore"; readonly to: number }
);

const atOnce = 8;

/** Who asks, and in which act. */
export type Asking = { readonly actor: Actor; readonly context: ActContext };

async function trash(deps: ApiDeps, { actor, context }: Asking, from: number | null, entryId: number) {
  const state = await ownEntryFacts(deps, actor, { journalId: from, entryId });
  if (isRejection(state)) return { entryId, outcome: state };
  const done = await deps.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "TrashEntry", data: { entryId, at: context.at } }],
    context,
  });
  return { entryId, outcome: isRejection(done) ? done : done.position };
}

/**
 * Erases an entry: the intent is durable before the event, the key goes after it, so that a crash between the two is
 * finished at the next start. What was written stays in the log, and nobody can read it again.
 */
async function erase(deps: ApiDeps, { actor, context }: Asking, from: number | null, entryId: number) {
  const stream = streamOf.entry(entryId);
  const { state } = await deps.commands.load(entryDecider, stream);
  const isDone = state.status === "erased" && state.accountId === actor.userId;
  // What needs the key to be open asks for it, so that a lock keeps what it locks.
  const allowed = isDone
    ? null
    : await ownEntryState(deps, actor, { journalId: from ?? state.journalId, entryId });
  if (isRejection(allowed)) return { entryId, outcome: allowed };
  if (!isDone) await deps.vault.beginErasure(stream);
  const done = await deps.commands.execute({
    decider: entryDecider,
    stream,
    commands: [{ type: "EraseEntry", data: { entryId, at: context.at } }],
    context,
  });
  if (isRejection(done)) return { entryId, outcome: done };
  await deps.vault.completeErasure(stream);
  deps.words.drop(entryId);
  deps.inBackground("removing the photos of an entry", () => deps.photos.removeOfEntry(entryId));
  return { entryId, outcome: done.position };
}

/** Does with each of these entries what the plan says. Doing it again, after a crash, adds nothing. */
export function stepThrough(
  deps: ApiDeps,
  asking: Asking,
  plan: EntryPlan,
  ids: readonly number[],
): Promise<Step[]> {
  const { from } = plan;
  switch (plan.kind) {
    case "delete":
      return inParallel(ids, atOnce, (entryId) => trash(deps, asking, from, entryId));
    case "erase":
      return inParallel(ids, atOnce, (entryId) => erase(deps, asking, from, entryId));
    case "move":
    case "restore":
      return moveEntries(deps, asking.actor, asking.context, plan.kind, { ids, from, to: plan.to });
  }
}
