import { describe, expect, test } from "vitest";
import { dayForKey, daysIn, isMonth, monthAfter, weeksOf } from "./month.ts";

describe("months", () => {
  test("months of any century are valid, and nothing else is", () => {
    expect(["1660-01", "0001-12", "9999-12"].every((text) => isMonth(text))).toBe(true);
    expect(["0000-01", "1660-13", "1660-1", "", "1660-01-01"].some((text) => isMonth(text))).toBe(false);
    expect(isMonth(null)).toBe(false);
  });

  test("months follow each other across years", () => {
    expect(monthAfter("1660-01", -1)).toBe("1659-12");
    expect(monthAfter("1660-12", 1)).toBe("1661-01");
    expect(monthAfter("2026-11", -12)).toBe("2025-11");
    expect(monthAfter("0001-01", -1)).toBeNull();
    expect(monthAfter("9999-12", 1)).toBeNull();
  });

  test("months have the right number of days, in leap years too", () => {
    expect(["1660-02", "1700-02", "2000-02", "2026-02", "2026-11", "2026-12"].map(daysIn)).toEqual([
      29, 28, 29, 28, 30, 31,
    ]);
  });

  test("the weeks of a month start on Sunday or Monday", () => {
    // The first of January 1660 was a Thursday.
    expect(weeksOf("1660-01", 0)[0]).toEqual([null, null, null, null, 1, 2, 3]);
    expect(weeksOf("1660-01", 1)[0]).toEqual([null, null, null, 1, 2, 3, 4]);
    expect(weeksOf("2026-02", 0)).toHaveLength(4);
    expect(weeksOf("2026-11", 1).at(-1)).toEqual([30, null, null, null, null, null, null]);
  });
});

describe("keys that move between days", () => {
  const days = [2, 3, 9, 17, 30];
  test.each([
    [3, "ArrowRight", 9],
    [30, "ArrowRight", null],
    [3, "ArrowLeft", 2],
    [2, "ArrowLeft", null],
    [2, "ArrowDown", 9],
    [3, "ArrowDown", 17],
    [17, "ArrowDown", 30],
    [30, "ArrowDown", null],
    [17, "ArrowUp", 9],
    [9, "ArrowUp", 2],
    [3, "ArrowUp", 2],
    [9, "Home", 2],
    [9, "End", 30],
    [9, "Enter", null],
  ])("from day %i of a calendar, the key %s leads to %s", (from, key, to) =>
    expect(dayForKey(days, from, key)).toBe(to),
  );
});
