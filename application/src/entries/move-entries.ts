import { setTimeout as sleep } from "node:timers/promises";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { KeyGone } from "@daybook/platform/vault/key-vault";
import { KeyLocked, type LockAccess } from "@daybook/platform/vault/lock-access";
import type { Move } from "@daybook/platform/processes/moves";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { ensureContentKey } from "../access/content-key.ts";
import { findEntryState } from "../access/entry-access.ts";
import { inParallel } from "../in-parallel.ts";

/** What became of one entry: where the log stood after it, or why it stayed. */
export type EntryResult = { readonly entryId: number; readonly outcome: Position | null | Rejection };

/** The furthest place in the log that some steps have reached. */
export function furthestOf(steps: readonly EntryResult[]): Position | null {
  let furthest: Position | null = null;
  for (const { outcome } of steps) {
    if (outcome === null || isRejection(outcome)) continue;
    if (furthest === null || comparePositions(outcome, furthest) > 0) furthest = outcome;
  }
  return furthest;
}

const atOnce = 8;
const leaseTimeoutMs = 3_000;
const pause = 50;

const busy = () => reject("unavailable", "This entry is being moved already. Please try again.");
const closed = () => reject("locked", "A lock that is closed keeps this entry where it is.");
const gone = () => reject("not_found", "We couldn't find that entry in your journal.");

const commandOf = ({ kind, entryId, fromJournalId, toJournalId, context }: Move): EntryCommand => {
  const data = { entryId, journalId: toJournalId, at: context.at };
  return kind === "move"
    ? { type: "MoveEntry", data: { ...data, fromJournalId } }
    : { type: "RestoreEntry", data, expectedJournalId: fromJournalId };
};

const append = (app: Application, move: Move) =>
  app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(move.entryId),
    commands: [commandOf(move)],
    context: move.context,
  });

/**
 * Ends a move that its process left behind. When the key has moved, the event follows; when it has not, nothing had happened
 * yet, and whoever asked for it asks again. Neither needs to open a key.
 */
async function settle(app: Application, move: Move): Promise<void> {
  const stream = streamOf.entry(move.entryId);
  const parent = await app.vault.parentOf(stream);
  if (parent === contentKeyId(move.toJournalId)) {
    const done = await append(app, { ...move, context: { ...move.context, repeated: true } });
    if (isRejection(done)) {
      const { state } = await app.commands.load(entryDecider, stream);
      const isThere = state.status === "active" || state.status === "trashed";
      if (isThere) await app.vault.move(stream, contentKeyId(state.journalId));
    }
  }
  await app.moves.end([move.entryId]);
}

/** Ends all moves that were left behind. */
export async function settleMoves(app: Application): Promise<void> {
  for (let move = await app.moves.claim(); move; move = await app.moves.claim()) await settle(app, move);
}

/** The key, then the event, of a move whose intent is the caller's. */
async function carryOut(
  app: Application,
  move: Move,
  lockAccess: LockAccess,
): Promise<Position | null | Rejection> {
  const stream = streamOf.entry(move.entryId);
  // Done before, by the same act: wherever the entry went since, its key has to stay with it.
  const before = move.context.repeated
    ? await app.commands.findCommandPosition(stream, move.context.commandId)
    : null;
  if (before !== null) return before;
  // Somebody may have moved it between the look at it and the intent.
  const state = await findEntryState(app, { userId: move.userId }, { ...move, journalId: null });
  if (isRejection(state)) return state;
  if (state.journalId !== move.fromJournalId) return state.journalId === move.toJournalId ? null : gone();
  try {
    await app.vault.move(stream, contentKeyId(move.toJournalId), lockAccess);
  } catch (error) {
    if (error instanceof KeyGone) return gone();
    if (error instanceof KeyLocked) return closed();
    throw error;
  }
  const done = await append(app, move);
  if (!isRejection(done)) return done.position;
  // Only an erasure comes between: then there is no key to put back.
  return done;
}

/** Takes the right to move an entry, waiting for whoever has it, and ending what a crash left. */
async function takeTurn(app: Application, move: Move): Promise<boolean> {
  for (const until = app.clock.now() + leaseTimeoutMs; ; await sleep(pause)) {
    const left = await app.moves.claim(move.entryId);
    if (left) await settle(app, left);
    if ((await app.moves.begin([move])).has(move.entryId)) return true;
    if (app.clock.now() > until) return false;
  }
}

/**
 * Puts entries into another journal, or out of the trash into one. For each: the intent, durable; the key under its new
 * parent, one row; the event. A crash in between is finished or undone, and of two that move one entry at once, one waits.
 *
 * @param from the journal that all of them are in, or `null` for whichever each is in
 */
export async function moveEntries(
  app: Application,
  actor: Pick<Actor, "userId" | "lockAccess">,
  context: CommandContext,
  kind: Move["kind"],
  { ids, from, to }: { ids: readonly number[]; from: number | null; to: number },
): Promise<EntryResult[]> {
  const { userId, lockAccess } = actor;
  if (context.completed) return ids.map((entryId) => ({ entryId, outcome: null }));
  const steps: EntryResult[] = [];
  const moves: Move[] = [];
  await inParallel(ids, atOnce, async (entryId) => {
    const state = await findEntryState(app, { userId }, { entryId, journalId: null });
    const asked = { entryId, userId, toJournalId: to, kind, context };
    if (isRejection(state)) steps.push({ entryId, outcome: state });
    else if (state.journalId === to) {
      // Its key is where it belongs: at most it comes out of the trash.
      const done = kind === "move" ? null : await append(app, { ...asked, fromJournalId: to });
      steps.push({ entryId, outcome: isRejection(done) ? done : (done?.position ?? null) });
    } else if (from !== null && state.journalId !== from) steps.push({ entryId, outcome: gone() });
    else moves.push({ ...asked, fromJournalId: state.journalId });
  });
  if (moves.length === 0) return steps;
  await ensureContentKey(app, to, lockAccess);

  const begun = await app.moves.begin(moves);
  const ended: number[] = [];
  try {
    const moved = await inParallel(moves, atOnce, async (move): Promise<EntryResult> => {
      const { entryId } = move;
      if (!begun.has(entryId) && !(await takeTurn(app, move))) return { entryId, outcome: busy() };
      const outcome = await carryOut(app, move, lockAccess);
      ended.push(entryId);
      return { entryId, outcome };
    });
    return [...steps, ...moved];
  } finally {
    // An intent whose end is unknown stays, until it is looked into.
    await app.moves.end(ended);
  }
}
