import type { Reminder } from "@daybook/domain/contract/reminders";
import { expect, test } from "vitest";
import { remindersText } from "./reminders-text.ts";
import {
  type ReminderSettings,
  type UpcomingTime,
  upcomingTimesOfRule,
  upcomingTimesOfReminder,
} from "./upcoming-times.ts";

const reminderSettings: ReminderSettings = { zone: "America/New_York", isPaid: true, dateFormat: "M/D/YYYY" };
const rule = {
  frequency: "weekly",
  time: "morning",
  hour: 7,
  minute: 0,
  weekday: 1,
  day: null,
  startDate: "2026-11-20",
} as const;
const inWords = (times: readonly UpcomingTime[]) => times.map(({ day, time }) => `${day} at ${time}`);
const friday = Date.parse("2026-11-20T12:00:00.000Z");
const savedReminder: Reminder = {
  id: 5,
  frequency: "bidaily",
  general_time: "specific",
  hour: 6,
  minute: 45,
  weekday: null,
  day: null,
  display_text: "Every second day at 6:45 am",
  next_run_at: "2026-11-22T11:45:00.000Z",
};

test("the next three times of a rule are shown as text", () => {
  expect(inWords(upcomingTimesOfRule(rule, reminderSettings, friday))).toEqual([
    "Monday, November 23 at 7:00 am",
    "Monday, November 30 at 7:00 am",
    "Monday, December 7 at 7:00 am",
  ]);
});

test("a time that a clock change skips moves to the end of the gap", () => {
  const daily = { ...rule, frequency: "daily", time: "specific", hour: 2, minute: 30 } as const;
  const dayBefore = Date.parse("2026-03-06T12:00:00.000Z");
  expect(inWords(upcomingTimesOfRule(daily, reminderSettings, dayBefore))).toEqual([
    "Saturday, March 7 at 2:30 am",
    "Sunday, March 8 at 3:00 am",
    "Monday, March 9 at 2:30 am",
  ]);
});

test("a saved reminder continues from the time that the server computed", () => {
  expect(inWords(upcomingTimesOfReminder(savedReminder, reminderSettings, friday))).toEqual([
    "Sunday, November 22 at 6:45 am",
    "Tuesday, November 24 at 6:45 am",
    "Thursday, November 26 at 6:45 am",
  ]);
});

test("a saved reminder leaves out times that have passed", () => {
  const sunday = Date.parse(savedReminder.next_run_at);
  expect(inWords(upcomingTimesOfReminder(savedReminder, reminderSettings, sunday))).toEqual([
    "Tuesday, November 24 at 6:45 am",
    "Thursday, November 26 at 6:45 am",
    "Saturday, November 28 at 6:45 am",
  ]);
});

test("a list shows clock times only when they differ", () => {
  const { next } = remindersText;
  expect(next(upcomingTimesOfRule(rule, reminderSettings, friday))).toBe(
    "Next: Monday, November 23; Monday, November 30; Monday, December 7",
  );
  const daily = { ...rule, frequency: "daily", time: "specific", hour: 2, minute: 30 } as const;
  expect(
    next(upcomingTimesOfRule(daily, reminderSettings, Date.parse("2026-03-06T12:00:00.000Z"))),
  ).toContain("Sunday, March 8 at 3:00 am");
});

test("in a time zone that the browser does not support, no times are shown", () => {
  const unsupported = { ...reminderSettings, zone: "America/Not_In_This_Browser" };
  expect(upcomingTimesOfRule(rule, unsupported, friday)).toEqual([]);
  expect(remindersText.next(upcomingTimesOfReminder(savedReminder, unsupported, friday))).toBe("");
});

test("without PRO, a reminder with a specific time is sent at the nearest general time", () => {
  const downgradedReminder = { ...savedReminder, next_run_at: "2026-11-22T12:00:00.000Z" };
  expect(
    inWords(upcomingTimesOfReminder(downgradedReminder, { ...reminderSettings, isPaid: false }, friday)),
  ).toEqual([
    "Sunday, November 22 at 7:00 am",
    "Tuesday, November 24 at 7:00 am",
    "Thursday, November 26 at 7:00 am",
  ]);
});

test("a time that the server planned before the membership began stays the first one", () => {
  const upgradedReminder = {
    ...savedReminder,
    frequency: "daily" as const,
    next_run_at: "2026-11-22T12:00:00.000Z",
  };
  expect(inWords(upcomingTimesOfReminder(upgradedReminder, reminderSettings, friday))).toEqual([
    "Sunday, November 22 at 7:00 am",
    "Monday, November 23 at 6:45 am",
    "Tuesday, November 24 at 6:45 am",
  ]);
});
