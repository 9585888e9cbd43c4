import { setTimeout as sleep } from "node:timers/promises";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { contentKeyOf, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { KeyGone } from "@daybook/platform/privacy/key-vault";
import { KeyLocked, type Opening } from "@daybook/platform/privacy/lock-facts";
import type { Move } from "@daybook/platform/processes/moves";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { ensureContentKey } from "../policies/content-key.ts";
import { ownEntryFacts } from "../policies/entry-access.ts";
import { inParallel } from "./in-parallel.ts";

/** What became of one entry: where the log stood after it, or why it stayed. */
export type Step = { readonly entryId: number; readonly outcome: Position | null | Rejection };

/** The furthest place in the log that some steps have reached. */
export function furthestOf(steps: readonly Step[]): Position | null {
  let furthest: Position | null = null;
  for (const { outcome } of steps) {
    if (outcome === null || isRejection(outcome)) continue;
    if (furthest === null || comparePositions(outcome, furthest) > 0) furthest = outcome;
  }
  return furthest;
}

const atOnce = 8;
const patience = 3_000;
const pause = 50;

const busy = () => reject("unavailable", "This entry is being moved already. Please try again.");
const closed = () => reject("locked", "A lock that is closed keeps this entry where it is.");
const gone = () => reject("not_found", "We couldn't find that entry in your journal.");

const commandOf = ({ kind, entryId, fromJournalId, toJournalId, context }: Move): EntryCommand => {
  const data = { entryId, journalId: toJournalId, at: context.at };
  return kind === "move"
    ? { type: "MoveEntry", data: { ...data, fromJournalId } }
    : { type: "RestoreEntry", data, from: fromJournalId };
};

const append = (deps: ApiDeps, move: Move) =>
  deps.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(move.entryId),
    commands: [commandOf(move)],
    context: move.context,
  });

/**
 * Ends a move that its process left behind. When the key has moved, the event follows; when it has not, nothing had happened
 * yet, and whoever asked for it asks again. Neither needs to open a key.
 */
async function settle(deps: ApiDeps, move: Move): Promise<void> {
  const stream = streamOf.entry(move.entryId);
  const parent = await deps.vault.parentOf(stream);
  if (parent === contentKeyOf(move.toJournalId)) {
    const done = await append(deps, { ...move, context: { ...move.context, repeated: true } });
    if (isRejection(done)) {
      const { state } = await deps.commands.load(entryDecider, stream);
      const isThere = state.status === "active" || state.status === "trashed";
      if (isThere) await deps.vault.move(stream, contentKeyOf(state.journalId));
    }
  }
  await deps.moves.end([move.entryId]);
}

/** Ends all moves that were left behind. */
export async function settleMoves(deps: ApiDeps): Promise<void> {
  for (let move = await deps.moves.claim(); move; move = await deps.moves.claim()) await settle(deps, move);
}

/** The key, then the event, of a move whose intent is the caller's. */
async function carryOut(deps: ApiDeps, move: Move, opening: Opening): Promise<Position | null | Rejection> {
  const stream = streamOf.entry(move.entryId);
  // Done before, by the same act: wherever the entry went since, its key has to stay with it.
  const before = move.context.repeated ? await deps.commands.findAct(stream, move.context.commandId) : null;
  if (before !== null) return before;
  // Somebody may have moved it between the look at it and the intent.
  const state = await ownEntryFacts(deps, { userId: move.userId }, { ...move, journalId: null });
  if (isRejection(state)) return state;
  if (state.journalId !== move.fromJournalId) return state.journalId === move.toJournalId ? null : gone();
  try {
    await deps.vault.move(stream, contentKeyOf(move.toJournalId), opening);
  } catch (error) {
    if (error instanceof KeyGone) return gone();
    if (error instanceof KeyLocked) return closed();
    throw error;
  }
  const done = await append(deps, move);
  if (!isRejection(done)) return done.position;
  // Only an erasure comes between: then there is no key to put back.
  return done;
}

/** Takes the right to move an entry, waiting for whoever has it, and ending what a crash left. */
async function takeTurn(deps: ApiDeps, move: Move): Promise<boolean> {
  for (const until = deps.clock.now() + patience; ; await sleep(pause)) {
    const left = await deps.moves.claim(move.entryId);
    if (left) await settle(deps, left);
    if ((await deps.moves.begin([move])).has(move.entryId)) return true;
    if (deps.clock.now() > until) return false;
  }
}

/**
 * Puts entries into another journal, or out of the trash into one. For each: the intent, durable; the key under its new
 * parent, one row; the event. A crash in between is finished or undone, and of two that move one entry at once, one waits.
 *
 * @param from the journal that all of them are in, or `null` for whichever each is in
 */
export async function moveEntries(
  deps: ApiDeps,
  actor: Pick<Actor, "userId" | "opening">,
  context: ActContext,
  kind: Move["kind"],
  { ids, from, to }: { ids: readonly number[]; from: number | null; to: number },
): Promise<Step[]> {
  const { userId, opening } = actor;
  const steps: Step[] = [];
  const moves: Move[] = [];
  await inParallel(ids, atOnce, async (entryId) => {
    const state = await ownEntryFacts(deps, { userId }, { entryId, journalId: null });
    const asked = { entryId, userId, toJournalId: to, kind, context };
    if (isRejection(state)) steps.push({ entryId, outcome: state });
    else if (state.journalId === to) {
      // Its key is where it belongs: at most it comes out of the trash.
      const done = kind === "move" ? null : await append(deps, { ...asked, fromJournalId: to });
      steps.push({ entryId, outcome: isRejection(done) ? done : (done?.position ?? null) });
    } else if (from !== null && state.journalId !== from) steps.push({ entryId, outcome: gone() });
    else moves.push({ ...asked, fromJournalId: state.journalId });
  });
  if (moves.length === 0) return steps;
  await ensureContentKey(deps, to, opening);

  const begun = await deps.moves.begin(moves);
  const ended: number[] = [];
  try {
    const moved = await inParallel(moves, atOnce, async (move): Promise<Step> => {
      const { entryId } = move;
      if (!begun.has(entryId) && !(await takeTurn(deps, move))) return { entryId, outcome: busy() };
      const outcome = await carryOut(deps, move, opening);
      ended.push(entryId);
      return { entryId, outcome };
    });
    // What was said of them before is kept for repeats, and a lock they are behind now has to hide that too.
    if (opening.passed.size > 0) await deps.locks.forgetReplies(userId);
    return [...steps, ...moved];
  } finally {
    // An intent whose end is unknown stays, until it is looked into.
    await deps.moves.end(ended);
  }
}
