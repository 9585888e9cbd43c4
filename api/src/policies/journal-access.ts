import { reject } from "@daybook/domain/kernel/rejection";
import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import type { Lock } from "@daybook/platform/privacy/lock-facts";
import { open } from "@daybook/platform/privacy/seal";
import { type JournalSummary, journalsOf } from "@daybook/read-models/queries/journals";
import type { Actor, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { refuseLocked, type ShownLock, showLock } from "./lock-gate.ts";

/** A journal that the caller may see, with its name in clear, and its lock. */
export type OpenJournal = JournalSummary & {
  readonly clearName: string;
  readonly lock: ShownLock | null;
};

const notFound = () => reject("not_found", "We couldn't find that journal in your account.");
const late = () => reject("unavailable", "This journal is being brought up to date. Please try again.");

/** Opens the name of a journal row; `null` when its key is gone, which is how an erased journal ends. */
export function openJournal(
  deps: ApiDeps,
  actor: Actor,
  row: JournalSummary,
  key: DataKey | null | undefined,
  lock: Lock | undefined,
): OpenJournal | null {
  if (!key) return null;
  return {
    ...row,
    clearName: open(key, streamOf.journal(row.id), "journal.name", row.name),
    lock: lock ? showLock(deps, actor, "journal", lock, key) : null,
  };
}

/**
 * A journal of one's own as it looks from outside, in whatever state: its name, cover, counts and hint, which a lock
 * leaves visible. For nothing that is written in it: that is {@link ownJournal}. Somebody else's does not exist. One that the
 * read model does not have yet, or whose events are parked, is a 503, never a wrong answer.
 */
export async function journalOutside(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<OpenJournal | Refusal> {
  return (await readJournal(deps, actor, journalId)).journal;
}

const isLate = (state: Journal, { userId }: Pick<Actor, "userId">): boolean =>
  state.accountId === userId && state.status !== "erased";

async function readJournal(deps: ApiDeps, actor: Actor, journalId: number) {
  const stream = streamOf.journal(journalId);
  const [row, key, locks] = await Promise.all([
    deps.journalById(journalId),
    deps.vault.openKey(stream),
    deps.locks.locksOf([stream]),
  ]);
  const lock = locks.get(stream);
  if (!row) {
    const { state } = await deps.commands.load(journalDecider, stream);
    return { lock, journal: isLate(state, actor) ? late() : notFound() };
  }
  if (row.userId !== actor.userId) return { lock, journal: notFound() };
  if (row.parked) return { lock, journal: late() };
  return { lock, journal: openJournal(deps, actor, row, key, lock) ?? notFound() };
}

/** The gate to what is in a journal of one's own, in whatever state: a 423 while it is locked for the session that asks. */
export async function ownJournal(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<OpenJournal | Refusal> {
  const { journal, lock } = await readJournal(deps, actor, journalId);
  if ("rejected" in journal || !journal.lock || !lock) return journal;
  if (!journal.lock.isOpen) return refuseLocked("journal", journal.lock);
  actor.opening.passed.set(lock.stream, lock);
  return journal;
}

/** Like {@link ownJournal}, for what needs the journal out of the trash. */
export async function activeJournal(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<OpenJournal | Refusal> {
  const journal = await ownJournal(deps, actor, journalId);
  if ("rejected" in journal || journal.status === "active") return journal;
  return notFound();
}

/** Every journal of a person that is open to be read now. What is shown across journals comes from these only. */
export async function openJournals(deps: ApiDeps, actor: Actor): Promise<OpenJournal[]> {
  const at = new Date(deps.clock.now()).toISOString();
  const rows = await journalsOf(deps.pool, actor.userId, "active", at);
  const streams = rows.map(({ id }) => streamOf.journal(id));
  const [keys, locks] = await Promise.all([deps.vault.openKeys(streams), deps.locks.locksOf(streams)]);
  return rows.flatMap((row) => {
    const stream = streamOf.journal(row.id);
    const lock = locks.get(stream);
    const journal = row.parked ? null : openJournal(deps, actor, row, keys.get(stream), lock);
    if (!journal || journal.lock?.isOpen === false) return [];
    if (lock) actor.opening.passed.set(lock.stream, lock);
    return journal;
  });
}
