import { describe, expect, test } from "vitest";
import { addDays, addMonths, startOfWeek, weeksOf, hasValidYear } from "./calendar-month.ts";

describe("the calendar", () => {
  test("the calendar has full weeks of a month, which start on Monday or Sunday", () => {
    expect(weeksOf("1660-01-15", 1).map(([firstDay]) => firstDay)).toEqual([
      "1659-12-29",
      "1660-01-05",
      "1660-01-12",
      "1660-01-19",
      "1660-01-26",
    ]);
    expect(weeksOf("1660-01-15", 0)[0]?.[4]).toBe("1660-01-01");
  });

  test("the calendar does not move a day of the first century to the twentieth", () => {
    expect(weeksOf("0062-02-10", 1).flat()).toContain("0062-02-28");
    expect(addDays("0001-01-01", -1)).toBe("0000-12-31");
  });

  test("the calendar accepts the years 1 to 9999", () => {
    expect(hasValidYear("0000-12-31")).toBe(false);
    expect(hasValidYear("10000-01-01")).toBe(false);
    expect(hasValidYear("0001-01-01")).toBe(true);
  });

  test("moving by months leads from the last day of a long month to the last day of a shorter one", () => {
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2024-02-29", -12)).toBe("2023-02-28");
    expect(addMonths("1999-12-31", 1)).toBe("2000-01-31");
  });

  test("the calendar finds the Monday or the Sunday with which the week of a day starts", () => {
    expect(startOfWeek("1660-01-01", 1)).toBe("1659-12-29");
    expect(startOfWeek("1660-01-01", 0)).toBe("1659-12-28");
  });
});
