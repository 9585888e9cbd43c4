import { makeAutoObservable } from "mobx";
import type { EntriesView } from "../../../stores/entries.store.ts";

/** Stands for all entries that a list had at the time `since`. */
export type WholeList = { view: EntriesView; since: string; total: number };

/** The selected entries of a list: some, from any of its pages, or all. */
export class SelectionStore {
  ids: ReadonlySet<number> = new Set();
  all: WholeList | null = null;
  /** the start of a range: the row that was selected or deselected last */
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
   * Selects or deselects an entry.
   *
   * @param asRange also changes all rows between this entry and the last one that was selected or deselected
   * @param pageIds the entries of the page, in order
   */
  toggle(
    id: number,
    { isSelected, asRange }: { isSelected: boolean; asRange: boolean },
    pageIds: readonly number[],
  ): void {
    const [from, to] = [this.anchor === null ? -1 : pageIds.indexOf(this.anchor), pageIds.indexOf(id)];
    const range = asRange && from >= 0 ? pageIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    this.set(range, isSelected, pageIds);
    this.anchor = id;
  }

  /** Selects or deselects the rows of a page. */
  togglePage(pageIds: readonly number[], isSelected: boolean): void {
    this.set(pageIds, isSelected, pageIds);
    this.anchor = null;
  }

  /** Selects all entries of the list. */
  selectAll(wholeList: WholeList): void {
    this.ids = new Set();
    this.all = wholeList;
  }

  /** Selects only these entries. */
  selectOnly(ids: readonly number[]): void {
    this.ids = new Set(ids);
    this.all = null;
  }

  clear(): void {
    this.selectOnly([]);
    this.anchor = null;
  }

  private set(changedIds: readonly number[], isSelected: boolean, pageIds: readonly number[]): void {
    // Deselecting one of "all" keeps only the visible rows selected: the user cannot see the others.
    const newIds = new Set(this.all ? pageIds : this.ids);
    for (const id of changedIds) {
      if (isSelected) newIds.add(id);
      else newIds.delete(id);
    }
    this.ids = newIds;
    this.all = null;
  }
}
