import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Entry } from "@daybook/domain/contract/entries";
import type { ApiFailure } from "./api-client.ts";
import type { Services } from "./services.ts";

/** What a new lock is made of, or a lock that gets another password. */
export type NewLock = Pick<
  BodyOf<"updateJournal">,
  | "lock_type"
  | "plain_password"
  | "retype_password"
  | "password_hint"
  | "remember_password"
  | "auto"
  | "recovery"
>;

/** What became of an act; a `recoveryCode` is said once and kept nowhere. */
export type Locked<T> = { ok: true; now: T; recoveryCode: string | null } | ApiFailure;

/** What can be done with one lock; each act answers with what is locked as it is now. */
export type LockActs<T> = {
  set(lock: NewLock): Promise<Locked<T>>;
  close(): Promise<Locked<T>>;
  open(password: string): Promise<Locked<T>>;
  takeOff(password: string): Promise<Locked<T>>;
  setAuto(auto: boolean): Promise<Locked<T>>;
};

const forms = {
  set: (lock: NewLock) => ({ lock: true, ...lock }),
  close: { lock: true, use_stored_password: true },
  open: (password: string) => ({ unlock: true, plain_password: password }),
  takeOff: (password: string) => ({ unlock: true, lock_type: 1 as const, plain_password: password }),
};

type Kept = Pick<Services, "api" | "journals" | "entries" | "unlocks" | "closings">;

/** The acts on a journal's lock. What was read of a journal is forgotten as soon as it is closed. */
export function journalLock({ api, journals, entries, unlocks, closings }: Kept, journalId: number) {
  async function put(body: BodyOf<"updateJournal">) {
    const result = await api.call("updateJournal", { params: { journalId: String(journalId) }, body });
    if (!result.ok) return result;
    const { journal: now, unlock_token: token, draft_key: draftKey, recovery_code: code } = result.data;
    if (!now.is_unlocked || now.lock_type_id === 1) unlocks.delete(journalId);
    if (token !== undefined && draftKey !== undefined) unlocks.set(journalId, { token, draftKey });
    if (!now.is_unlocked) {
      entries.forget(journalId);
      closings.tell();
    }
    journals.put(now);
    return { ok: true as const, now, recoveryCode: code ?? null };
  }
  return {
    set: (lock) => put(forms.set(lock)),
    close: () => put(forms.close),
    open: (password) => put(forms.open(password)),
    takeOff: (password) => put(forms.takeOff(password)),
    setAuto: (auto) => put({ auto }),
  } satisfies LockActs<unknown>;
}

/** Which entry. */
export type EntryPlace = { readonly journalId: number; readonly entryId: number };

/** The acts on an entry's lock, which is always a password's. */
export function entryLock(
  { api, entries, closings }: Kept,
  { journalId, entryId }: EntryPlace,
): LockActs<Entry> {
  const params = { journalId: String(journalId), entryId: String(entryId) };
  async function put(body: BodyOf<"updateEntry">): Promise<Locked<Entry>> {
    const changed = await api.call("updateEntry", { params, body });
    if (!changed.ok) return changed;
    // Nothing to change answers with nothing.
    const now = changed.data?.entry;
    if (now) {
      entries.put(now);
      if (!now.is_unlocked) closings.tell();
      return { ok: true, now, recoveryCode: null };
    }
    const read = await api.call("getEntry", { params });
    return read.ok ? { ok: true, now: read.data.entry, recoveryCode: null } : read;
  }
  return {
    set: (lock) => {
      const { recovery: _, ...own } = lock;
      return put({ ...forms.set(own), lock_type: 2 });
    },
    close: () => put(forms.close),
    open: (password) => put(forms.open(password)),
    takeOff: (password) => put(forms.takeOff(password)),
    setAuto: (auto) => put({ auto }),
  };
}
