import { reject } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { isOpenFor, type Lock } from "@daybook/platform/privacy/lock-facts";
import { open } from "@daybook/platform/privacy/seal";
import type { Closed } from "@daybook/read-models/queries/tags";
import type { Actor, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";

/** A lock as its owner sees it from outside. */
export type ShownLock = {
  readonly type: 2 | 3;
  /** Whether it is open for the session that asks. */
  readonly isOpen: boolean;
  readonly hint: string;
  readonly remember: boolean;
  readonly auto: boolean;
};

/** What is locked. */
export type Locked = "journal" | "entry";

/** @param key the one that seals the hint: the journal's own, or the entry's */
export function showLock(
  deps: Pick<ApiDeps, "clock">,
  actor: Actor,
  what: Locked,
  lock: Lock,
  key: DataKey,
): ShownLock {
  const { stream, type, remember, auto } = lock;
  const isOpen = isOpenFor(lock, actor.opening, deps.clock.now());
  const hint =
    what === "journal"
      ? open(key, stream, "journal.password_hint", lock.hint as Sealed<"journal.password_hint">)
      : open(key, stream, "entry.password_hint", lock.hint as Sealed<"entry.password_hint">);
  return { type, isOpen, hint, remember, auto };
}

/** The entries of a person whose own lock is closed for the session that asks. */
export async function closedEntries(deps: Pick<ApiDeps, "clock" | "locks">, actor: Actor): Promise<number[]> {
  const locks = await deps.locks.entryLocksOf(actor.userId);
  const closed = locks.filter((lock) => !isOpenFor(lock, actor.opening, deps.clock.now()));
  return closed.map(({ stream }) => Number(stream.slice("entry-".length)));
}

const idsOf = (locks: readonly Lock[], prefix: "entry-" | "journal-"): number[] =>
  locks.flatMap(({ stream }) => (stream.startsWith(prefix) ? Number(stream.slice(prefix.length)) : []));

/** All of a person's that is closed for the session that asks: journals, and entries by their own lock. */
export async function closedFor(deps: Pick<ApiDeps, "clock" | "locks">, actor: Actor): Promise<Closed> {
  const locks = await deps.locks.allLocksOf(actor.userId);
  const closed = locks.filter((lock) => !isOpenFor(lock, actor.opening, deps.clock.now()));
  return { entryIds: idsOf(closed, "entry-"), journalIds: idsOf(closed, "journal-") };
}

/** The refusal of what is behind a closed lock, with what its owner needs to open it (contract, section 1). */
export function refuseLocked(what: Locked, lock: Pick<ShownLock, "type" | "hint">): Refusal {
  return {
    ...reject("locked", `This ${what} is locked. Open it with its password.`),
    extra: { password_hint: lock.hint, lock_type_id: lock.type, locked: what },
  };
}
