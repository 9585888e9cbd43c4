import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { ApiResponse } from "../shared/api-client.ts";
import { createAtom } from "../shared/atom.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { TabChannel } from "../shared/tab-channel.ts";

type ReceivedEntry = Partial<Pick<ListedEntry, "id" | "is_unlocked" | "auto_lock">>;
type EntryEnvelope = { entry: ReceivedEntry };

/** Finds the entries of a response for which the response also contains the lock settings. */
function entriesWithLockSettings(data: unknown): ReceivedEntry[] {
  const { entry, entries } = (data ?? {}) as Partial<EntryEnvelope> & { entries?: EntryEnvelope[] };
  const envelopes = entry ? [{ entry }] : (entries ?? []);
  return envelopes.map(({ entry: fields }) => fields).filter((fields) => "auto_lock" in fields);
}

/**
 * True when the server refused the call because a lock is closed. A 423 with `is_unlocked: true` has another reason: for example, a
 * locked entry cannot be shared by e-mail, even while its lock is open.
 */
const isRefusedByClosedLock = ({ status, failureBody }: ApiResponse): boolean =>
  status === 423 && (failureBody as { is_unlocked?: boolean } | null | undefined)?.is_unlocked !== true;

/**
 * Keeps locks in sync between the tabs of this browser. When one tab locks something, the others reload and stop showing it. Also
 * remembers when this tab last used each journal, and which unlocked entries with auto-lock it received.
 */
export class LockSyncStore {
  /** Counts the reloads. Pages that show private text remount when it changes. */
  readonly reloads = createAtom(0);
  readonly #tabs: TabChannel;
  #deferrals = 0;
  #isReloadPending = false;
  #reload: () => Promise<void> = () => Promise.resolve();
  #findCurrentJournalId: () => number | null = () => null;
  readonly #clock: Clock;
  /** When this tab last used each journal; unix milliseconds. */
  readonly #lastUsedAt = new Map<number, number>();
  /** The unlocked entries with auto-lock that this tab received, with their journals. */
  readonly #unlockedAutoLockEntries = new Map<number, number>();

  constructor(tabs: TabChannel, clock: Clock = systemClock) {
    this.#tabs = tabs;
    this.#clock = clock;
    tabs.subscribe(() => this.reload());
  }

  /** Reloads now, or when the last deferral ends. */
  reload(): void {
    void this.#reloadUnlessDeferred();
  }

  /** Tells the other tabs that this one locked something. */
  broadcast(): void {
    this.#tabs.post();
  }

  /**
   * Sets how to reload, and how to find the current journal.
   *
   * @param reload loads the lock states again and leaves pages that are locked now
   * @param findCurrentJournalId returns the id of the journal that the current page belongs to, or null
   */
  setReload(reload: () => Promise<void>, findCurrentJournalId: () => number | null): void {
    this.#reload = reload;
    this.#findCurrentJournalId = findCurrentJournalId;
  }

  /**
   * Handles every API response: records the use of a journal and its unlocked entries with auto-lock, and reloads when a
   * closed lock refused a change on the current page.
   * A page with unsaved changes is not reloaded: it shows that refusal itself and keeps the changes.
   */
  handleResponse(response: ApiResponse): void {
    const { journalId, entryId, mutates, data } = response;
    const isRefused = isRefusedByClosedLock(response);
    if (journalId !== null) {
      this.markUsed(journalId);
      if (isRefused) this.#forgetUnlockedEntries(journalId, entryId);
      for (const { id, auto_lock: hasAutoLock, is_unlocked: isUnlocked } of entriesWithLockSettings(data)) {
        if (id === undefined) continue;
        if (hasAutoLock && isUnlocked) this.#unlockedAutoLockEntries.set(id, journalId);
        else this.#unlockedAutoLockEntries.delete(id);
      }
    }
    const currentId = this.#findCurrentJournalId();
    const concernsPage = currentId !== null && (journalId ?? currentId) === currentId;
    if (isRefused && mutates && concernsPage && !this.isReloadDeferred) this.reload();
  }

  /**
   * True when a page possibly shows an entry with auto-lock that is still unlocked.
   *
   * @param entryId the entry of the page; null for a page that lists entries of the journal
   */
  mightShowAutoLockEntry(journalId: number, entryId: number | null): boolean {
    if (entryId !== null) return this.#unlockedAutoLockEntries.has(entryId);
    return [...this.#unlockedAutoLockEntries.values()].includes(journalId);
  }

  /** Restarts the idle time of a journal. */
  markUsed(journalId: number): void {
    this.#lastUsedAt.set(journalId, this.#clock.now());
  }

  /** True when this tab last used a journal so long ago that its entries with auto-lock are locked again. */
  isIdle(journalId: number): boolean {
    const lastUsedAt = this.#lastUsedAt.get(journalId);
    // If this tab has not used the journal yet, the idle time starts now.
    if (lastUsedAt === undefined) this.markUsed(journalId);
    return lastUsedAt !== undefined && this.#clock.now() - lastUsedAt >= idleLockMs;
  }

  /** Defers reloads while there are unsaved changes. Returns a function that ends the deferral. */
  deferReload(): () => void {
    this.#deferrals += 1;
    return () => {
      this.#deferrals -= 1;
      if (this.#isReloadPending) this.reload();
    };
  }

  /** True while {@link deferReload} is in effect. */
  get isReloadDeferred(): boolean {
    return this.#deferrals > 0;
  }

  #forgetUnlockedEntries(journalId: number, entryId: number | null): void {
    for (const [id, journal] of this.#unlockedAutoLockEntries)
      if (journal === journalId && (entryId === null || entryId === id))
        this.#unlockedAutoLockEntries.delete(id);
  }

  async #reloadUnlessDeferred(): Promise<void> {
    this.#isReloadPending = this.#deferrals > 0;
    if (this.#isReloadPending) return;
    await this.#reload();
    this.reloads.set(this.reloads.get() + 1);
  }
}
