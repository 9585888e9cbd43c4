import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { ApiResponse } from "../shared/api-client.ts";
import { createAtom } from "../shared/atom.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { TabChannel } from "../shared/tab-channel.ts";

type EntryEnvelope = { entry: Partial<Pick<ListedEntry, "is_unlocked" | "auto_lock">> };

/** Whether a response contains an unlocked entry with auto-lock; null when no entry in it has the field `auto_lock`. */
function containsUnlockedAutoLockEntry(data: unknown): boolean | null {
  const { entry, entries } = (data ?? {}) as Partial<EntryEnvelope> & { entries?: EntryEnvelope[] };
  const receivedEntries = (entry ? [{ entry }] : (entries ?? [])).filter(
    ({ entry: entryFields }) => "auto_lock" in entryFields,
  );
  if (receivedEntries.length === 0) return null;
  return receivedEntries.some(({ entry: entryFields }) => entryFields.auto_lock && entryFields.is_unlocked);
}

/**
 * Keeps locks in sync between the tabs of this browser. When one tab locks something, the others reload and stop showing it. Also
 * remembers when this tab last used each journal, and which journals have unlocked entries with auto-lock.
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
  /** The journals for which {@link hasUnlockedAutoLockEntries} is true. */
  readonly #journalsWithUnlockedEntries = new Set<number>();

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
   * Handles every API response: records the use of a journal and whether it has an unlocked entry with auto-lock, and reloads when a
   * lock refused a change on the current page.
   * A page with unsaved changes is not reloaded: it shows that refusal itself and keeps the changes.
   */
  handleResponse({ journalId, mutates, status, data }: ApiResponse): void {
    if (journalId !== null) {
      this.markUsed(journalId);
      const hasUnlocked = status === 423 ? false : containsUnlockedAutoLockEntry(data);
      if (hasUnlocked === true) this.#journalsWithUnlockedEntries.add(journalId);
      if (hasUnlocked === false) this.#journalsWithUnlockedEntries.delete(journalId);
    }
    const currentId = this.#findCurrentJournalId();
    const concernsPage = currentId !== null && (journalId ?? currentId) === currentId;
    if (status === 423 && mutates && concernsPage && !this.isReloadDeferred) this.reload();
  }

  /** Whether the last entries that this tab received from a journal included an unlocked one with auto-lock. */
  hasUnlockedAutoLockEntries(journalId: number): boolean {
    return this.#journalsWithUnlockedEntries.has(journalId);
  }

  /** Restarts the idle time of a journal. */
  markUsed(journalId: number): void {
    this.#lastUsedAt.set(journalId, this.#clock.now());
  }

  /** Whether this tab has not used a journal for so long that its entries with auto-lock are locked again. */
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

  async #reloadUnlessDeferred(): Promise<void> {
    this.#isReloadPending = this.#deferrals > 0;
    if (this.#isReloadPending) return;
    await this.#reload();
    this.reloads.set(this.reloads.get() + 1);
  }
}
