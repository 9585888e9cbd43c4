import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { journalDecider } from "@daybook/domain/journal/decider";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import {
  chooseLookBack,
  type LookBackChoice,
  newestLookBackDate,
} from "@daybook/domain/looking-glass/choose-look-back";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { journalsOfUser } from "@daybook/read-models/queries/journals";
import { lookBackCandidates } from "@daybook/read-models/queries/look-backs";
import { findJournalKeys } from "../access/journal-access.ts";
import type { Application } from "../application.ts";

/** An entry that Looking Glass may show now, and its key. */
export type VisibleEntry = { readonly state: Entry; readonly key: DataKey };

type LogAndVault = Pick<Application, "commands" | "vault">;

/**
 * The entry, when Looking Glass may show it at this moment; otherwise `null`. Reads the log and the vault, which are always
 * up to date. An entry that has a lock, or whose journal has one, is never shown, even when the lock is open. The caller
 * checks that Looking Glass is on for the account.
 */
export async function findVisibleEntry(
  app: LogAndVault,
  userId: number,
  entryId: number,
): Promise<VisibleEntry | null> {
  const stream = streamOf.entry(entryId);
  const { state } = await app.commands.load(entryDecider, stream);
  if (state.status !== "active" || state.accountId !== userId || state.excludedFromLookingGlass) return null;
  const [journal, keys] = await Promise.all([
    app.commands.load(journalDecider, streamOf.journal(state.journalId)),
    app.vault.findKeys([stream, contentKeyId(state.journalId)]),
  ]);
  const { status, lookingGlass } = journal.state;
  if (status !== "active" || !lookingGlass) return null;
  const entryKey = keys.get(stream);
  const isLockProtected =
    entryKey?.isLockProtected === true || keys.get(contentKeyId(state.journalId))?.isLockProtected === true;
  return entryKey?.key && !isLockProtected ? { state, key: entryKey.key } : null;
}

/** The journals whose entries Looking Glass may show. Journals with a lock are not among them, even when the lock is open. */
async function findVisibleJournals(app: Application, userId: number): Promise<number[]> {
  const at = new Date(app.clock.now()).toISOString();
  const rows = await journalsOfUser(app.pool, userId, "active", at);
  const keyOf = await findJournalKeys(
    app,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, isInLookingGlass, isParked }) => {
    const { key, lock } = keyOf(id);
    return isInLookingGlass && !isParked && key && !lock ? id : [];
  });
}

/** A chosen entry that may be shown now. */
export type ChosenEntry = VisibleEntry & LookBackChoice;

/**
 * Chooses the entry to show on a day.
 *
 * @param today `YYYY-MM-DD` in the account's time zone
 */
export async function chooseEntry(
  app: Application,
  userId: number,
  today: string,
): Promise<ChosenEntry | null> {
  const [journalIds, locks] = await Promise.all([
    findVisibleJournals(app, userId),
    app.locks.entryLocksOf(userId),
  ]);
  if (journalIds.length === 0) return null;
  const lockedEntryIds = locks.map(({ stream }) => Number(stream.slice("entry-".length)));
  const newestDate = newestLookBackDate(today);
  let candidates = await lookBackCandidates(app.pool, { userId, journalIds, lockedEntryIds, newestDate });
  for (;;) {
    const choice = chooseLookBack(candidates, today);
    if (!choice) return null;
    const visibleEntry = await findVisibleEntry(app, userId, choice.entryId);
    if (visibleEntry) return { ...visibleEntry, ...choice };
    // Looking Glass must not show this entry now: the candidates were out of date.
    candidates = candidates.filter(({ entryId }) => entryId !== choice.entryId);
  }
}
