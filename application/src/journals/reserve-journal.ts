import { accountDecider } from "@daybook/domain/account/decider";
import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Command } from "../context.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";

const staleAfterMs = 60_000;

const loadJournal = async (app: Application, journalId: number) =>
  (await app.commands.load(journalDecider, streamOf.journal(journalId))).state;

/**
 * True when a crash left a reservation without an active journal. A request may still be creating the journal, or restoring it from the
 * trash. So a reservation is not stale in its first minute, unless the journal was trashed after the reservation, or is erased.
 */
function isStale({ status, trashedAt }: Journal, reservedAt: string, now: number): boolean {
  const isOld = now - Date.parse(reservedAt) > staleAfterMs;
  if (status === "none") return isOld;
  if (status === "trashed") return isOld || (trashedAt !== null && reservedAt <= trashedAt);
  return status === "erased";
}

/** The time at which an account reserved a journal; `undefined` without a reservation. */
export async function findReservationTime(
  app: Application,
  userId: number,
  journalId: number,
): Promise<string | undefined> {
  const { state } = await app.commands.load(accountDecider, streamOf.account(userId));
  return state.journals.get(journalId);
}

/** Releases the reservation that was made at `reservedAt`. A newer reservation of the same journal stays. */
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
 * Reserves a journal on the account, before the journal is created or restored. The account limits the number of journals.
 * Reservations that a crash left are released first, so that they do not block the account.
 */
export async function reserveJournal(
  app: Application,
  userId: number,
  journalId: number,
  command: Command,
): Promise<Rejection | null> {
  const stream = streamOf.account(userId);
  const { state } = await app.commands.load(accountDecider, stream);
  for (const [reservedId, reservedAt] of state.journals) {
    if (reservedId === journalId || !isStale(await loadJournal(app, reservedId), reservedAt, command.now))
      continue;
    await releaseJournal(app, userId, reservedId, reservedAt, command);
  }
  // Renew the reservation of an earlier attempt to restore the journal; otherwise it could count as stale.
  const earlierReservedAt = state.journals.get(journalId);
  const isRenewal =
    earlierReservedAt !== undefined && (await loadJournal(app, journalId)).status === "trashed";
  const data = { journalId, at: command.at };
  const result = await app.commands.execute({
    decider: accountDecider,
    stream,
    commands: [
      ...(isRenewal ? [{ type: "ReleaseJournal" as const, data, reservedAt: earlierReservedAt }] : []),
      { type: "ReserveJournal" as const, data },
    ],
    context: childCommand(command, "reserve"),
  });
  return isRejection(result) ? result : null;
}
