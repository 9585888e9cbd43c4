import { makeAutoObservable } from "mobx";
import type { EntriesView } from "../../../stores/entries.store.ts";

/** "All", as it was when it was chosen: how many there were, and at which moment. */
export type AllOf = { view: EntriesView; since: string; total: number };

/** Which entries of a list are chosen: some, on whatever of its pages, or all of them. */
export class SelectionStore {
  ids: ReadonlySet<number> = new Set();
  all: AllOf | null = null;
  /** where a range begins: the row that was chosen last */
  private anchor: number | null = null;

  constructor() {
    makeAutoObservable<this, "anchor">(this, { anchor: false }, { autoBind: true });
  }

  get count(): number {
    return this.all?.total ?? this.ids.size;
  }

  has(id: number): boolean {
    return this.all !== null || this.ids.has(id);
  }

  /**
   * Chooses an entry, or lets go of it. A range takes everything from the row that was chosen last along.
   *
   * @param shown the rows of the page, in their order
   */
  toggle(id: number, chosen: boolean, asRange: boolean, shown: readonly number[]): void {
    const [from, to] = [this.anchor === null ? -1 : shown.indexOf(this.anchor), shown.indexOf(id)];
    const range = asRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    this.set(range, chosen, shown);
    this.anchor = id;
  }

  /** Chooses the rows of a page, or lets go of them. */
  togglePage(shown: readonly number[], chosen: boolean): void {
    this.set(shown, chosen, shown);
    this.anchor = null;
  }

  /** Chooses everything that the list has on all its pages. */
  selectAll(all: AllOf): void {
    this.ids = new Set();
    this.all = all;
  }

  /** Chooses these and no others. */
  selectOnly(ids: readonly number[]): void {
    this.ids = new Set(ids);
    this.all = null;
  }

  clear(): void {
    this.selectOnly([]);
    this.anchor = null;
  }

  private set(changed: readonly number[], chosen: boolean, shown: readonly number[]): void {
    // Letting go of one of "all" leaves what is seen: nobody can see the others.
    const next = new Set(this.all ? shown : this.ids);
    for (const id of changed) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    this.ids = next;
    this.all = null;
  }
}
