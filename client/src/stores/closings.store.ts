import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { makeAutoObservable, runInAction } from "mobx";
import type { Answered } from "../shared/api-client.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { TabChannel } from "../shared/tab-channel.ts";

type Shown = { entry: Partial<Pick<ListedEntry, "is_unlocked" | "auto_lock">> };

/** Whether an answer brought an entry that is open behind a lock which closes by itself; null when it brought none at all. */
function bringsAuto(data: unknown): boolean | null {
  const { entry, entries } = (data ?? {}) as Partial<Shown> & { entries?: Shown[] };
  const brought = (entry ? [{ entry }] : (entries ?? [])).filter(({ entry: own }) => "auto_lock" in own);
  if (brought.length === 0) return null;
  return brought.some(({ entry: own }) => own.auto_lock && own.is_unlocked);
}

/** Locks that are closed in one tab of this browser: the others have to stop showing what lies behind them. */
export class ClosingsStore {
  /** Counts what was closed elsewhere; a page that shows private text is made anew with every number. */
  count = 0;
  readonly #tabs: TabChannel;
  #holders = 0;
  #isWaiting = false;
  #look: () => Promise<void> = () => Promise.resolve();
  #shown: () => number | null = () => null;
  readonly #clock: Clock;
  /** When each journal was last asked for from here; unix milliseconds. */
  readonly #usedAt = new Map<number, number>();
  /** Journals of which entries were brought that close by themselves. */
  readonly #withAuto = new Set<number>();

  constructor(tabs: TabChannel, clock: Clock = systemClock) {
    this.#tabs = tabs;
    this.#clock = clock;
    makeAutoObservable(this, { isHeld: false }, { autoBind: true });
    tabs.subscribe(() => void this.#heard());
  }

  /** Something was closed elsewhere, and nobody told: in another browser. */
  notice(): void {
    void this.#heard();
  }

  /** Tells the other tabs that something was closed in this one. */
  tell(): void {
    this.#tabs.post();
  }

  /**
   * @param look finds out what is closed now, and leads away from it
   * @param shown the journal that the page is of
   */
  follow(look: () => Promise<void>, shown: () => number | null): void {
    this.#look = look;
    this.#shown = shown;
  }

  /**
   * Follows the request layer: when a journal was used, and whether an act on what is shown met a closed lock. A page with
   * unsaved words says that itself, and keeps them.
   */
  answered({ journalId, mutates, status, data }: Answered): void {
    if (journalId !== null) {
      this.used(journalId);
      const auto = status === 423 ? false : bringsAuto(data);
      if (auto === true) this.#withAuto.add(journalId);
      if (auto === false) this.#withAuto.delete(journalId);
    }
    const shown = this.#shown();
    const isOfPage = shown !== null && (journalId ?? shown) === shown;
    if (status === 423 && mutates && isOfPage && !this.isHeld) this.notice();
  }

  /** Whether what is shown may be an entry of this journal that closes by itself. */
  hasAuto(journalId: number): boolean {
    return this.#withAuto.has(journalId);
  }

  /** Notes that a journal is in use. */
  used(journalId: number): void {
    this.#usedAt.set(journalId, this.#clock.now());
  }

  /** Whether a journal was left alone for so long that a lock which closes by itself has closed. */
  isIdle(journalId: number): boolean {
    const at = this.#usedAt.get(journalId);
    // From now on, where nobody knows.
    if (at === undefined) this.used(journalId);
    return at !== undefined && this.#clock.now() - at >= idleLockMs;
  }

  /** Keeps the page as it is while it bears what is nowhere else, as unsaved words; the answer is to be called once it does not. */
  hold(): () => void {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      if (this.#isWaiting) void this.#heard();
    };
  }

  /** True while a page is kept as it is, by {@link hold}. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  async #heard(): Promise<void> {
    this.#isWaiting = this.#holders > 0;
    if (this.#isWaiting) return;
    await this.#look();
    runInAction(() => (this.count += 1));
  }
}
