import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Entry } from "@daybook/domain/contract/entries";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ApiFailure } from "./api-client.ts";
import { type EntryRef, entryParams } from "./entry-actions/entry-ref.ts";
import type { Services } from "./services.ts";
import { currentUserId } from "./session/current-user-id.ts";
import { storesOf } from "../stores/use-stores.ts";

/** The settings of a new lock, or of a lock that gets a new password. */
export type NewLock = Pick<
  BodyOf<"updateJournal">,
  | "lock_type"
  | "plain_password"
  | "retype_password"
  | "current_password"
  | "password_hint"
  | "remember_password"
  | "auto"
  | "recovery"
>;

/** The result of a lock action. `recoveryCode` is shown once and never stored. */
export type LockResult<T> = { ok: true; current: T; recoveryCode: string | null } | ApiFailure;

/** The actions on one lock. Each returns the current state of the journal or entry. */
export type LockActions<T> = {
  /** adds a lock, or gives the lock a new password */
  set(lock: NewLock): Promise<LockResult<T>>;
  /** locks again, with the password that the server has already */
  close(): Promise<LockResult<T>>;
  /** unlocks; the lock stays */
  open(password: string): Promise<LockResult<T>>;
  remove(password: string): Promise<LockResult<T>>;
  /** sets whether the lock closes again by itself after some minutes without use */
  setAuto(auto: boolean): Promise<LockResult<T>>;
};

/** The actions that the locks of journals and entries have in common. */
const commonActions = <T>(
  put: (body: BodyOf<"updateJournal"> & BodyOf<"updateEntry">) => Promise<LockResult<T>>,
) => ({
  close: () => put({ lock: true, use_stored_password: true }),
  open: (password: string) => put({ unlock: true, plain_password: password }),
  remove: (password: string) => put({ unlock: true, lock_type: lockTypes.none, plain_password: password }),
  setAuto: (auto: boolean) => put({ auto }),
});

/**
 * The actions on a journal's lock. Locking removes the journal's entries from the store. A reply after a log-out stores nothing, so that
 * the next user does not get the journal and its secrets.
 */
export function journalLock(services: Services, journalId: number) {
  const { api, unlocks, lockSync } = services;
  const { journals, entries } = storesOf(services);
  async function put(body: BodyOf<"updateJournal">) {
    const userId = currentUserId(services);
    const result = await api.call("updateJournal", { params: { journalId: String(journalId) }, body });
    if (!result.ok) return result;
    const { journal: current, unlock_token: token, draft_key: draftKey, recovery_code: code } = result.data;
    const reply = { ok: true as const, current, recoveryCode: code ?? null };
    if (currentUserId(services) !== userId) return reply;
    if (!current.is_unlocked || current.lock_type_id === lockTypes.none) unlocks.delete(journalId);
    if (token && draftKey) unlocks.set(journalId, { token, draftKey });
    if (!current.is_unlocked) {
      entries.forget(journalId);
      lockSync.broadcast();
    }
    journals.put(current);
    return reply;
  }
  return {
    ...commonActions(put),
    set: (lock) => put({ lock: true, ...lock }),
  } satisfies LockActions<unknown>;
}

/** The actions on an entry's lock, which is always a password lock. A reply after a log-out stores nothing. */
export function entryLock(services: Services, entry: EntryRef): LockActions<Entry> {
  const { api, lockSync } = services;
  const { entries } = storesOf(services);
  const params = entryParams(entry);
  async function put(body: BodyOf<"updateEntry">): Promise<LockResult<Entry>> {
    const userId = currentUserId(services);
    const updateResult = await api.call("updateEntry", { params, body });
    if (!updateResult.ok) return updateResult;
    let current = updateResult.data?.entry;
    if (current && currentUserId(services) === userId) {
      entries.put(current);
      if (!current.is_unlocked) lockSync.broadcast();
    }
    if (!current) {
      // The reply is empty when nothing changed.
      const readResult = await api.call("getEntry", { params });
      if (!readResult.ok) return readResult;
      current = readResult.data.entry;
    }
    return { ok: true, current, recoveryCode: null };
  }
  return {
    ...commonActions(put),
    set: (lock) => {
      const { recovery: _, ...settings } = lock;
      return put({ lock: true, ...settings, lock_type: lockTypes.password });
    },
  };
}
