import { setTimeout as sleep } from "node:timers/promises";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { KeyGone, KeyMisplaced } from "@daybook/platform/vault/key-vault";
import { KeyLocked, noLockAccess, type LockAccess } from "@daybook/platform/vault/lock-access";
import type { Move } from "@daybook/platform/processes/moves";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { ensureContentKey } from "../access/content-key.ts";
import { findEntryState } from "../access/entry-access.ts";
import { inParallel } from "../in-parallel.ts";

/** The result for one entry: the position of its event (`null` when there was nothing to do), or why it was refused. */
export type EntryResult = { readonly entryId: number; readonly outcome: Position | null | Rejection };

/** The latest position in the log among these results. */
export function latestPosition(results: readonly EntryResult[]): Position | null {
  let latest: Position | null = null;
  for (const { outcome } of results) {
    if (outcome === null || isRejection(outcome)) continue;
    if (latest === null || comparePositions(outcome, latest) > 0) latest = outcome;
  }
  return latest;
}

const maxConcurrent = 8;
const intentTimeoutMs = 3_000;
const retryPauseMs = 50;

const busyRefusal = () => reject("unavailable", "This entry is being moved already. Please try again.");
const lockedRefusal = () =>
  reject("locked", "This entry cannot be moved while it is locked. Unlock it first.");
const entryNotFound = () => reject("not_found", "We couldn't find that entry in your journal.");

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
 * Finishes a move whose process died, without opening any lock. If the key has moved already, appends the event. If the event is then
 * refused and the entry is not erased, moves the key to the entry's journal. If the key has not moved, nothing has happened yet, and
 * the client's repeat starts the move again. Deletes the intent, unless an error is thrown.
 */
async function finishMove(app: Application, move: Move): Promise<void> {
  const stream = streamOf.entry(move.entryId);
  const newParentKeyId = contentKeyId(move.toJournalId);
  if ((await app.vault.parentOf(stream)) === newParentKeyId) {
    const result = await append(app, { ...move, context: { ...move.context, repeated: true } });
    if (isRejection(result)) {
      const { state } = await app.commands.load(entryDecider, stream);
      const stillExists = state.status === "active" || state.status === "trashed";
      if (stillExists)
        await app.vault.move(stream, contentKeyId(state.journalId), noLockAccess(), newParentKeyId);
    }
  }
  await app.moves.end([move.entryId], move.context);
}

/** Finishes all moves whose processes died. */
export async function finishInterruptedMoves(app: Application): Promise<void> {
  for (let move = await app.moves.claim(); move; move = await app.moves.claim()) await finishMove(app, move);
}

/** Moves the key, then appends the event. The caller must hold the intent. */
async function moveEntry(
  app: Application,
  move: Move,
  lockAccess: LockAccess,
): Promise<Position | null | Rejection> {
  const stream = streamOf.entry(move.entryId);
  // When an earlier run of this command moved the entry, the key must not move: the entry may have been moved again since.
  const earlierPosition = move.context.repeated
    ? await app.commands.findCommandPosition(stream, move.context.commandId)
    : null;
  if (earlierPosition !== null) return earlierPosition;
  // Another command may have moved the entry before the intent was stored.
  const state = await findEntryState(app, { userId: move.userId }, { ...move, journalId: null });
  if (isRejection(state)) return state;
  if (state.journalId !== move.fromJournalId)
    return state.journalId === move.toJournalId ? null : entryNotFound();
  const [fromKeyId, toKeyId] = [contentKeyId(move.fromJournalId), contentKeyId(move.toJournalId)];
  try {
    await app.vault.move(stream, toKeyId, lockAccess, fromKeyId);
  } catch (error) {
    if (error instanceof KeyGone) return entryNotFound();
    // This process paused, its intent was deleted, and another move has begun.
    if (error instanceof KeyMisplaced) return busyRefusal();
    if (error instanceof KeyLocked) return lockedRefusal();
    throw error;
  }
  const result = await append(app, move);
  if (!isRejection(result)) return result.position;
  // Only an erasure can have happened in between, and then there is no key to move back.
  return result;
}

/**
 * Waits until the other move of the same entry has deleted its intent, and stores the intent of this move. Finishes the other move if its
 * process died. False after a timeout.
 */
async function waitForIntent(app: Application, move: Move): Promise<boolean> {
  for (const giveUpAt = app.clock.now() + intentTimeoutMs; ; await sleep(retryPauseMs)) {
    const interruptedMove = await app.moves.claim(move.entryId);
    if (interruptedMove) await finishMove(app, interruptedMove);
    if ((await app.moves.begin([move])).has(move.entryId)) return true;
    if (app.clock.now() > giveUpAt) return false;
  }
}

/**
 * Moves entries to a journal, or restores them from the trash into that journal. For each entry from another journal, stores a durable
 * row (the _intent_), moves the entry's key under its new parent, and appends the event. After a crash, the move is finished or undone.
 * Of two concurrent moves of one entry, one waits.
 *
 * @param from the journal of all these entries, or `null` for any journals
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
  const earlyResults: EntryResult[] = [];
  const moves: Move[] = [];
  await inParallel(ids, maxConcurrent, async (entryId) => {
    const state = await findEntryState(app, { userId }, { entryId, journalId: null });
    const move = { entryId, userId, toJournalId: to, kind, context };
    if (isRejection(state)) earlyResults.push({ entryId, outcome: state });
    else if (state.journalId === to) {
      // Its key is in the right journal already. A restore still needs its event.
      const result = kind === "move" ? null : await append(app, { ...move, fromJournalId: to });
      earlyResults.push({ entryId, outcome: isRejection(result) ? result : (result?.position ?? null) });
    } else if (from !== null && state.journalId !== from)
      earlyResults.push({ entryId, outcome: entryNotFound() });
    else moves.push({ ...move, fromJournalId: state.journalId });
  });
  if (moves.length === 0) return earlyResults;
  await ensureContentKey(app, to, lockAccess);

  const startedEntryIds = await app.moves.begin(moves);
  const endedIds: number[] = [];
  async function runMove(move: Move): Promise<EntryResult> {
    const { entryId } = move;
    if (!startedEntryIds.has(entryId) && !(await waitForIntent(app, move)))
      return { entryId, outcome: busyRefusal() };
    const outcome = await moveEntry(app, move, lockAccess);
    endedIds.push(entryId);
    return { entryId, outcome };
  }
  const entryIds = moves.map(({ entryId }) => entryId);
  try {
    const moveResults = await app.moves.whileLeased(entryIds, context, () =>
      inParallel(moves, maxConcurrent, runMove),
    );
    return [...earlyResults, ...moveResults];
  } finally {
    // After an error the intents of the unfinished moves stay, and `finishInterruptedMoves` finishes these moves.
    await app.moves.end(endedIds, context);
  }
}
