import { describe, expect, test } from "vitest";
import {
  initialReminderForm,
  hourOfDay,
  newReminderOf,
  type ReminderForm,
  ruleOf,
  selectorsFor,
} from "./reminder-form.ts";

const form = (changes: Partial<ReminderForm>): ReminderForm => ({ ...initialReminderForm, ...changes });

describe("the selectors of the reminder form", () => {
  const hiddenSelectors = { weekday: false, day: false, time: false, clock: false };
  test.each([
    ["never", form({ frequency: "never", time: "specific" }), true, hiddenSelectors],
    ["daily", form({ frequency: "daily" }), true, { ...hiddenSelectors, time: true }],
    ["bidaily", form({ frequency: "bidaily" }), false, { ...hiddenSelectors, time: true }],
    ["weekly", form({ frequency: "weekly" }), false, { ...hiddenSelectors, time: true, weekday: true }],
    ["monthly", form({ frequency: "monthly" }), true, { ...hiddenSelectors, time: true, day: true }],
    ["a specific time", form({ time: "specific" }), true, { ...hiddenSelectors, time: true, clock: true }],
    ["a specific time without PRO", form({ time: "specific" }), false, { ...hiddenSelectors, time: true }],
  ])("the reminder form shows the right selectors for “%s”", (_, values, isPaid, expectedSelectors) => {
    expect(selectorsFor(values, isPaid)).toEqual(expectedSelectors);
  });
});

/** What the form sends. */
function sentReminder(changes: Partial<ReminderForm>, isPaid = true) {
  const rule = ruleOf(form(changes), isPaid, "2026-11-20");
  return rule && newReminderOf(rule);
}

describe("what the reminder form sends", () => {
  test("a general time is sent without a clock time", () => {
    expect(sentReminder({ time: "noon", hour: 5, amPm: "pm" })).toEqual({
      frequency: "daily",
      general_time: "noon",
    });
  });

  test("by default, a weekly reminder is on Monday and a monthly one on the first day", () => {
    expect(sentReminder({ frequency: "weekly" })).toEqual({
      frequency: "weekly",
      general_time: "evening",
      weekday: 1,
    });
    expect(sentReminder({ frequency: "monthly" })).toEqual({
      frequency: "monthly",
      general_time: "evening",
      day: 1,
    });
  });

  test("the weekday and the day of an earlier choice are not sent with a reminder", () => {
    expect(sentReminder({ frequency: "bidaily", weekday: 3, day: 9 })).toEqual({
      frequency: "bidaily",
      general_time: "evening",
    });
  });

  test("a specific time is sent as an hour of the day", () => {
    expect(sentReminder({ time: "specific", hour: 12, minute: 5, amPm: "am" })).toEqual({
      frequency: "daily",
      general_time: "specific",
      hour: 0,
      minute: 5,
    });
  });

  test("“never” and a specific time without PRO send nothing", () => {
    expect(sentReminder({ frequency: "never" })).toBeNull();
    expect(sentReminder({ time: "specific" }, false)).toBeNull();
  });
});

test("12 am is hour 0, and 12 pm is hour 12", () => {
  expect([hourOfDay(12, "am"), hourOfDay(1, "am"), hourOfDay(12, "pm"), hourOfDay(11, "pm")]).toEqual([
    0, 1, 12, 23,
  ]);
});

test("the rule of a reminder at a general time has the hour of that time", () => {
  const hours = (["morning", "noon", "evening"] as const).map(
    (time) => ruleOf(form({ time }), false, "2026-11-20")?.hour,
  );
  expect(hours).toEqual([7, 12, 19]);
});
