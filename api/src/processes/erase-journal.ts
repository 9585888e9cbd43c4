import { accountDecider } from "@daybook/domain/account/decider";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { journalIdsWithoutRow, journalsTrashedUntil } from "@daybook/read-models/queries/journals";
import type { ApiDeps } from "../deps.ts";
import { eraseEntriesOf, erasing } from "./erase-account.ts";

/** How long the trash keeps a journal. */
const trashKeeps = 30 * 24 * 3_600_000;
const purgedAtOnce = 100;

type Erasure = Extract<JournalCommand, { type: "EraseJournal" | "PurgeJournal" }>;

/** The reservation, the key, and in the background the rows: what follows the event. May be repeated. */
async function finishErasure(deps: ApiDeps, userId: number, journalId: number): Promise<void> {
  const stream = streamOf.journal(journalId);
  await deps.vault.completeErasure(stream);
  const context = erasing(deps, userId, streamOf.account(userId));
  await deps.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "ReleaseJournal", data: { journalId, at: context.at } }],
    context: { ...context, commandId: uuid5(context.commandId, stream) },
  });
  deps.inBackground("erasing a journal", () => eraseEntriesOf(deps, userId, journalId));
}

/**
 * Erases a journal: the intent, durable; the event; the key with all keys below it; then the rows of its entries. From the
 * event on the journal is gone for its owner, from the key on nobody can read anything of it. A crash in between is finished
 * at the next start.
 */
export async function eraseJournal(
  deps: ApiDeps,
  userId: number,
  command: Erasure,
  context: ActContext,
): Promise<{ position: Position | null } | Rejection> {
  const { journalId } = command.data;
  const stream = streamOf.journal(journalId);
  await deps.vault.beginErasure(stream);
  const done = await deps.commands.execute({
    decider: journalDecider,
    stream,
    commands: [command],
    context,
  });
  if (isRejection(done)) return done;
  if (done.state.status === "erased") await finishErasure(deps, userId, journalId);
  return { position: done.position };
}

/** Whether a journal was erased, as the log says; with `userId`, whether it was that person's. */
export async function isErasedInLog(deps: ApiDeps, journalId: number, userId?: number): Promise<boolean> {
  const { state } = await deps.commands.load(journalDecider, streamOf.journal(journalId));
  return state.status === "erased" && (userId === undefined || state.accountId === userId);
}

/**
 * Erases the journals that lay in the trash for thirty days. The read model names them, the journal itself decides: one that
 * was brought back meanwhile stays. Two processes may do this side by side.
 *
 * @param now milliseconds since 1970
 * @returns how many were erased
 */
export async function purgeTrashedJournals(deps: ApiDeps, now: number): Promise<number> {
  const trashedUntil = new Date(now - trashKeeps).toISOString();
  let purged = 0;
  for (const { id, userId } of await journalsTrashedUntil(deps.pool, trashedUntil, purgedAtOnce)) {
    const context = erasing(deps, userId, streamOf.journal(id));
    const data = { journalId: id, at: context.at };
    try {
      const done = await eraseJournal(deps, userId, { type: "PurgeJournal", data, trashedUntil }, context);
      if (!isRejection(done) && done.position !== null) purged += 1;
    } catch (error) {
      // One that cannot be erased now does not keep the others; it comes again with the next pass.
      deps.logger.warn({ err: error }, "a journal in the trash could not be purged");
    }
  }
  return purged;
}

/** Goes on with erasing journals that a crash cut off after the event. */
export async function resumeJournalErasures(deps: ApiDeps): Promise<void> {
  for (const id of await journalIdsWithoutRow(deps.pool)) {
    const { state } = await deps.commands.load(journalDecider, streamOf.journal(id));
    if (state.status === "erased") await finishErasure(deps, state.accountId, id);
  }
}
