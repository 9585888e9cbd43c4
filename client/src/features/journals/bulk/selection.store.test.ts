import { describe, expect, test } from "vitest";
import { SelectionStore } from "./selection.store.ts";

const pageIds = [1, 2, 3, 4, 5];
const wholeList = { view: "active", since: "2026-11-20T12:00:00.000Z", total: 1_204 } as const;

describe("a selection", () => {
  test("adds single rows from any page", () => {
    const selection = new SelectionStore();
    selection.toggle(2, { isSelected: true, asRange: false }, pageIds);
    selection.toggle(12, { isSelected: true, asRange: false }, [11, 12]);
    expect([...selection.ids]).toEqual([2, 12]);
    selection.toggle(2, { isSelected: false, asRange: false }, pageIds);
    expect([selection.count, selection.has(2), selection.has(12)]).toEqual([1, false, true]);
  });

  test("adds a range in either direction, and removes one", () => {
    const selection = new SelectionStore();
    selection.toggle(4, { isSelected: true, asRange: false }, pageIds);
    selection.toggle(2, { isSelected: true, asRange: true }, pageIds);
    expect([...selection.ids]).toEqual([4, 2, 3]);
    selection.toggle(3, { isSelected: false, asRange: true }, pageIds);
    expect([...selection.ids]).toEqual([4]);
    selection.toggle(5, { isSelected: true, asRange: true }, pageIds);
    expect([...selection.ids]).toEqual([4, 3, 5]);
  });

  test("adds a single row when the range started on another page", () => {
    const selection = new SelectionStore();
    selection.toggle(11, { isSelected: true, asRange: false }, [11, 12]);
    selection.toggle(3, { isSelected: true, asRange: true }, pageIds);
    expect([...selection.ids]).toEqual([11, 3]);
  });

  test("adds and removes a page", () => {
    const selection = new SelectionStore();
    selection.toggle(12, { isSelected: true, asRange: false }, [11, 12]);
    selection.togglePage(pageIds, true);
    expect(selection.count).toBe(6);
    selection.togglePage(pageIds, false);
    expect([...selection.ids]).toEqual([12]);
  });

  test("can contain all entries; deselecting one keeps only the visible rows", () => {
    const selection = new SelectionStore();
    selection.selectAll(wholeList);
    expect([selection.count, selection.has(99)]).toEqual([1_204, true]);
    selection.toggle(3, { isSelected: false, asRange: false }, pageIds);
    expect([selection.all, [...selection.ids]]).toEqual([null, [1, 2, 4, 5]]);
    selection.selectAll(wholeList);
    selection.clear();
    expect(selection.count).toBe(0);
  });
});
