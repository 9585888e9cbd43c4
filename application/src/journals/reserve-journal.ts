import { accountDecider } from "@daybook/domain/account/decider";
import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Command } from "../context.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";

const ghostAge = 60_000;

const stateOf = async (app: Application, journalId: number) =>
  (await app.commands.load(journalDecider, streamOf.journal(journalId))).state;

/**
 * Whether a reservation holds nothing any more, because a crash cut off what it was made for. One that is younger than the
 * trashing of its journal belongs to a request that brings it back at this moment, so it counts for a while, as that of a
 * journal in the making does.
 */
function isStale({ status, trashedAt }: Journal, since: string, now: number): boolean {
  const isOld = now - Date.parse(since) > ghostAge;
  if (status === "none") return isOld;
  if (status === "trashed") return isOld || (trashedAt !== null && since <= trashedAt);
  return status === "erased";
}

/** Since when an account has reserved a journal. */
export async function reservationOf(
  app: Application,
  userId: number,
  journalId: number,
): Promise<string | undefined> {
  const { state } = await app.commands.load(accountDecider, streamOf.account(userId));
  return state.journals.get(journalId);
}

/** Gives back the reservation of that moment; a newer one of the same journal stands. */
export async function releaseJournal(
  app: Application,
  userId: number,
  journalId: number,
  reservedAt: string,
  command: Command,
): Promise<void> {
  await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "ReleaseJournal", data: { journalId, at: command.at }, reservedAt }],
    context: childCommand(command, `release ${journalId}`),
  });
}

/**
 * Reserves a journal on the account, which owns the rule how many there may be; before it is made, and before it comes back
 * out of the trash. What a crash between two steps left reserved is released first, so that no ghost locks anybody out.
 */
export async function reserveJournal(
  app: Application,
  userId: number,
  journalId: number,
  command: Command,
): Promise<Rejection | null> {
  const stream = streamOf.account(userId);
  const { state } = await app.commands.load(accountDecider, stream);
  for (const [reserved, since] of state.journals) {
    if (reserved === journalId || !isStale(await stateOf(app, reserved), since, command.now)) continue;
    await releaseJournal(app, userId, reserved, since, command);
  }
  // What an earlier try to bring it back left behind is made new, so that it does not look stale to others.
  const earlier = state.journals.get(journalId);
  const isReturning = earlier !== undefined && (await stateOf(app, journalId)).status === "trashed";
  const data = { journalId, at: command.at };
  const reserved = await app.commands.execute({
    decider: accountDecider,
    stream,
    commands: [
      ...(isReturning ? [{ type: "ReleaseJournal" as const, data, reservedAt: earlier }] : []),
      { type: "ReserveJournal" as const, data },
    ],
    context: childCommand(command, "reserve"),
  });
  return isRejection(reserved) ? reserved : null;
}
