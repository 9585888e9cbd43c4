import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { ApiAnswer } from "../shared/api-client.ts";
import { createAtom } from "../shared/atom.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { TabChannel } from "../shared/tab-channel.ts";

type EntryEnvelope = { entry: Partial<Pick<ListedEntry, "is_unlocked" | "auto_lock">> };

/** Whether a response contains an unlocked entry with auto-lock; null when it contains no entry. */
function hasAutoLockedEntry(data: unknown): boolean | null {
  const { entry, entries } = (data ?? {}) as Partial<EntryEnvelope> & { entries?: EntryEnvelope[] };
  const received = (entry ? [{ entry }] : (entries ?? [])).filter(
    ({ entry: entryFields }) => "auto_lock" in entryFields,
  );
  if (received.length === 0) return null;
  return received.some(({ entry: entryFields }) => entryFields.auto_lock && entryFields.is_unlocked);
}

/**
 * Keeps locks in sync between the tabs of this browser. When one tab locks something, the others reload and stop showing it.
 */
export class LockSyncStore {
  /** Counts the reloads. Pages that show private text remount when it changes. */
  readonly reloads = createAtom(0);
  readonly #tabs: TabChannel;
  #deferrals = 0;
  #isReloadPending = false;
  #reload: () => Promise<void> = () => Promise.resolve();
  #currentJournal: () => number | null = () => null;
  readonly #clock: Clock;
  /** When this tab last used each journal; unix milliseconds. */
  readonly #usedAt = new Map<number, number>();
  /** Journals from which this tab received unlocked entries with auto-lock. */
  readonly #withAutoLock = new Set<number>();

  constructor(tabs: TabChannel, clock: Clock = systemClock) {
    this.#tabs = tabs;
    this.#clock = clock;
    tabs.subscribe(() => this.reload());
  }

  /** Reloads now, or as soon as no reload is deferred. Call it when another browser may have locked something. */
  reload(): void {
    void this.#reloadUnlessDeferred();
  }

  /** Tells the other tabs that this one locked something. */
  broadcast(): void {
    this.#tabs.post();
  }

  /**
   * @param reload loads the lock states again and leaves pages that are locked now
   * @param currentJournal the journal that the current page belongs to
   */
  follow(reload: () => Promise<void>, currentJournal: () => number | null): void {
    this.#reload = reload;
    this.#currentJournal = currentJournal;
  }

  /**
   * Takes every API response: notes the use of a journal, and reloads when a change on the current page was refused by a lock.
   * A page with unsaved changes shows that refusal itself and keeps them.
   */
  handleResponse({ journalId, mutates, status, data }: ApiAnswer): void {
    if (journalId !== null) {
      this.markUsed(journalId);
      const auto = status === 423 ? false : hasAutoLockedEntry(data);
      if (auto === true) this.#withAutoLock.add(journalId);
      if (auto === false) this.#withAutoLock.delete(journalId);
    }
    const current = this.#currentJournal();
    const isOfPage = current !== null && (journalId ?? current) === current;
    if (status === 423 && mutates && isOfPage && !this.isReloadDeferred) this.reload();
  }

  /** Whether the current page may show an entry of this journal with auto-lock. */
  hasAutoLockedEntries(journalId: number): boolean {
    return this.#withAutoLock.has(journalId);
  }

  /** Restarts the idle time of a journal. */
  markUsed(journalId: number): void {
    this.#usedAt.set(journalId, this.#clock.now());
  }

  /** Whether a journal was unused for so long that its auto-locks have closed. */
  isIdle(journalId: number): boolean {
    const at = this.#usedAt.get(journalId);
    // Without a known use, the idle time starts now.
    if (at === undefined) this.markUsed(journalId);
    return at !== undefined && this.#clock.now() - at >= idleLockMs;
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
