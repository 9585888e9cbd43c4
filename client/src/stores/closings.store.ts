import { makeAutoObservable, runInAction } from "mobx";
import type { TabChannel } from "../shared/tab-channel.ts";

/** Locks that are closed in one tab of this browser: the others have to stop showing what lies behind them. */
export class ClosingsStore {
  /** Counts what was closed elsewhere; a page that shows private text is made anew with every number. */
  count = 0;
  readonly #tabs: TabChannel;
  #holders = 0;
  #isWaiting = false;
  #look: () => Promise<void> = () => Promise.resolve();

  constructor(tabs: TabChannel) {
    this.#tabs = tabs;
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

  /** @param look finds out what is closed now, and leads away from it */
  follow(look: () => Promise<void>): void {
    this.#look = look;
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
