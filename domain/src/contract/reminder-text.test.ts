import { expect, test } from "vitest";
import { clockTimeText, dayOfMonthText, ruleText, type ShownRule } from "./reminder-text.ts";

const textOf = (rule: Partial<ShownRule>): string =>
  ruleText({ frequency: "daily", hour: 7, minute: 0, weekday: null, day: null, ...rule });

test("a rule in words says how often, on which day and when", () => {
  expect(textOf({})).toBe("Every day at 7:00 am");
  expect(textOf({ frequency: "bidaily", hour: 19 })).toBe("Every second day at 7:00 pm");
  expect(textOf({ frequency: "weekly", weekday: 0, hour: 12 })).toBe("Every Sunday at noon");
  expect(textOf({ frequency: "monthly", day: 31, hour: 6, minute: 5 })).toBe(
    "Every month on the 31st at 6:05 am",
  );
});

test("a rule without a day means Monday, or the first of the month", () => {
  expect(textOf({ frequency: "weekly" })).toBe("Every Monday at 7:00 am");
  expect(textOf({ frequency: "monthly" })).toBe("Every month on the 1st at 7:00 am");
});

test("12 am is midnight, and 12 pm is noon", () => {
  expect([
    clockTimeText(0, 0),
    clockTimeText(0, 30),
    clockTimeText(12, 0),
    clockTimeText(12, 30),
    clockTimeText(23, 59),
  ]).toEqual(["12:00 am", "12:30 am", "noon", "12:30 pm", "11:59 pm"]);
});

test("days of the month get the right endings", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31].map(dayOfMonthText)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "23rd",
    "30th",
    "31st",
  ]);
});
