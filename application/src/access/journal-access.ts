import { reject } from "@daybook/domain/kernel/rejection";
import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import type { Lock } from "@daybook/platform/vault/lock-access";
import { open } from "@daybook/platform/vault/seal";
import { type JournalSummary, journalsOfUser } from "@daybook/read-models/queries/journals";
import type { Actor, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { refuseLocked, type LockView, viewLock } from "./lock-gate.ts";

/** A journal that the actor may see, with its decrypted name. Its lock may be open or closed. */
export type DecryptedJournal = JournalSummary & {
  readonly plaintextName: string;
  readonly lock: LockView | null;
};

const notFound = () => reject("not_found", "We couldn't find that journal in your account.");
const notYetProjected = () =>
  reject("unavailable", "This journal is being brought up to date. Please try again.");

/** The key that decrypts a journal's name, and the lock of the journal. */
export type JournalKey = { readonly key: DataKey | null; readonly lock: Lock | null };

const noKey: JournalKey = { key: null, lock: null };

/** Reads the keys and locks of journals in one statement. The vault stores a journal's lock with the journal's content key. */
export async function findJournalKeys(
  { vault }: Pick<Application, "vault">,
  journalIds: readonly number[],
): Promise<(journalId: number) => JournalKey> {
  const keyIds = journalIds.flatMap((id) => [streamOf.journal(id), contentKeyId(id)]);
  const foundKeys = await vault.findKeys(keyIds);
  return (id) => {
    const key = foundKeys.get(streamOf.journal(id))?.key;
    return key ? { key, lock: foundKeys.get(contentKeyId(id))?.lock ?? null } : noKey;
  };
}

/** Decrypts the name of a journal, even while its lock is closed. `null` when the journal was erased and its key deleted. */
export function decryptJournal(
  app: Application,
  actor: Actor,
  row: JournalSummary,
  { key, lock }: JournalKey,
): DecryptedJournal | null {
  if (!key) return null;
  return {
    ...row,
    plaintextName: open(key, streamOf.journal(row.id), "journal.name", row.name),
    lock: lock ? viewLock(app, actor, "journal", lock, key) : null,
  };
}

/**
 * A journal of the actor, active or in the trash, with what is visible even while it is locked: name, cover, counts and hint.
 * Use {@link findOpenJournal} for its entries. `not_found` for another person's journal, and for a hidden one, which a
 * downgrade has emptied; `unavailable` when the read model does not have the journal yet, or the journal's events are parked.
 */
export async function findJournalMetadata(
  app: Application,
  actor: Actor,
  journalId: number,
): Promise<DecryptedJournal | Refusal> {
  return (await readJournal(app, actor, journalId)).journal;
}

const existsInLog = (state: Journal, { userId }: Pick<Actor, "userId">): boolean =>
  state.accountId === userId && state.status !== "erased";

async function readJournal(app: Application, actor: Actor, journalId: number) {
  const [row, keyOf] = await Promise.all([app.journalById(journalId), findJournalKeys(app, [journalId])]);
  const journalKey = keyOf(journalId);
  const { lock } = journalKey;
  if (!row) {
    const { state } = await app.commands.load(journalDecider, streamOf.journal(journalId));
    return { lock, journal: existsInLog(state, actor) ? notYetProjected() : notFound() };
  }
  if (row.userId !== actor.userId || row.status === "hidden") return { lock, journal: notFound() };
  if (row.isParked) return { lock, journal: notYetProjected() };
  return { lock, journal: decryptJournal(app, actor, row, journalKey) ?? notFound() };
}

/**
 * A journal of the actor, active or in the trash, for reading its entries. Refuses like {@link findJournalMetadata}, and with `locked`
 * while its lock is closed for the actor. An open lock counts as used by this request (`traversedLocks`), which keeps it open.
 */
export async function findOpenJournal(
  app: Application,
  actor: Actor,
  journalId: number,
): Promise<DecryptedJournal | Refusal> {
  const { journal, lock } = await readJournal(app, actor, journalId);
  if ("rejected" in journal || !journal.lock || !lock) return journal;
  if (!journal.lock.isOpen) return refuseLocked("journal", journal.lock);
  actor.lockAccess.traversedLocks.set(lock.stream, lock);
  return journal;
}

/** Like {@link findOpenJournal}, but `not_found` for a journal in the trash. */
export async function findActiveJournal(
  app: Application,
  actor: Actor,
  journalId: number,
): Promise<DecryptedJournal | Refusal> {
  const journal = await findOpenJournal(app, actor, journalId);
  if ("rejected" in journal || journal.status === "active") return journal;
  return notFound();
}

/**
 * The actor's active journals, without those whose lock is closed for the actor or whose events are parked. Reads across journals use
 * only these. Their open locks count as used by this request, as in {@link findOpenJournal}.
 */
export async function findActiveJournals(app: Application, actor: Actor): Promise<DecryptedJournal[]> {
  const at = new Date(app.clock.now()).toISOString();
  const rows = await journalsOfUser(app.pool, actor.userId, "active", at);
  const keyOf = await findJournalKeys(
    app,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const journalKey = keyOf(row.id);
    const { lock } = journalKey;
    const journal = row.isParked ? null : decryptJournal(app, actor, row, journalKey);
    if (!journal || journal.lock?.isOpen === false) return [];
    if (lock) actor.lockAccess.traversedLocks.set(lock.stream, lock);
    return journal;
  });
}
