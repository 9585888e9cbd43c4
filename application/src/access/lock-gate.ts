import { reject } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { isOpenFor, type Lock } from "@daybook/platform/vault/lock-access";
import { open } from "@daybook/platform/vault/seal";
import type { ClosedContent } from "@daybook/read-models/queries/tags";
import type { Actor, Refusal } from "../context.ts";
import type { Application } from "../application.ts";

/** A lock as its owner sees it without opening it. */
export type LockView = Pick<Lock, "type" | "remember" | "auto"> & {
  /** Whether the lock is open for the actor's session. */
  readonly isOpen: boolean;
  /** The decrypted hint. */
  readonly hint: string;
};

/** The kinds of things that can have a lock. */
export type LockTargetKind = "journal" | "entry";

/**
 * Describes a lock to its owner, with the decrypted hint.
 *
 * @param key the key that seals the hint: the journal's own, or the entry's
 */
export function viewLock(
  app: Pick<Application, "clock">,
  actor: Actor,
  lockedKind: LockTargetKind,
  lock: Lock,
  key: DataKey,
): LockView {
  const { stream, type, remember, auto } = lock;
  const isOpen = isOpenFor(lock, actor.lockAccess, app.clock.now());
  const hint =
    lockedKind === "journal"
      ? open(key, stream, "journal.password_hint", lock.hint as Sealed<"journal.password_hint">)
      : open(key, stream, "entry.password_hint", lock.hint as Sealed<"entry.password_hint">);
  return { type, isOpen, hint, remember, auto };
}

/** The actor's entries whose own lock is closed. A journal's lock does not count. */
export async function findClosedEntryIds(
  app: Pick<Application, "clock" | "locks">,
  actor: Actor,
): Promise<number[]> {
  const locks = await app.locks.entryLocksOf(actor.userId);
  const closedLocks = locks.filter((lock) => !isOpenFor(lock, actor.lockAccess, app.clock.now()));
  return closedLocks.map(({ stream }) => Number(stream.slice("entry-".length)));
}

const idsOf = (locks: readonly Lock[], prefix: "entry-" | "journal-"): number[] =>
  locks.flatMap(({ stream }) => (stream.startsWith(prefix) ? Number(stream.slice(prefix.length)) : []));

/** What is closed for the actor: journals, and entries with their own lock. */
export async function findClosedContent(
  app: Pick<Application, "clock" | "locks">,
  actor: Actor,
): Promise<ClosedContent> {
  const locks = await app.locks.allLocksOf(actor.userId);
  const closedLocks = locks.filter((lock) => !isOpenFor(lock, actor.lockAccess, app.clock.now()));
  return { entryIds: idsOf(closedLocks, "entry-"), journalIds: idsOf(closedLocks, "journal-") };
}

/** The refusal for something behind a closed lock. It contains the hint and the type of the lock, for the form that opens the lock. */
export function refuseLocked(lockedKind: LockTargetKind, lock: Pick<LockView, "type" | "hint">): Refusal {
  return {
    ...reject("locked", `This ${lockedKind} is locked. Open it with its password.`),
    extra: { password_hint: lock.hint, lock_type_id: lock.type, locked: lockedKind },
  };
}
