import { expect, it } from "vitest";
import { reminderText } from "./display-text.ts";
import { nearestGeneralTime, type ReminderRule } from "./rule.ts";

const rule: ReminderRule = {
  frequency: "daily",
  time: "morning",
  hour: 7,
  minute: 0,
  weekday: null,
  day: null,
  startDate: "2026-11-20",
};

it("names both times when a specific time needs PRO", () => {
  const specific: ReminderRule = { ...rule, time: "specific", hour: 14, minute: 45 };
  expect(reminderText(specific, false)).toBe("Every day at noon (2:45 pm with PRO)");
  expect(reminderText(specific, true)).toBe("Every day at 2:45 pm");
  expect(reminderText(rule, false)).toBe("Every day at 7:00 am");
});

it.each([
  [0, 7],
  [9 * 60 + 29, 7],
  [9 * 60 + 30, 7],
  [9 * 60 + 31, 12],
  [15 * 60 + 30, 12],
  [15 * 60 + 31, 19],
  [23 * 60 + 59, 19],
])("the general time nearest to minute %i is %i:00", (minutes, hour) => {
  expect(nearestGeneralTime(minutes)).toBe(hour * 60);
});
