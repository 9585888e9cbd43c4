import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { dateFormats } from "@daybook/domain/contract/settings-values";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { dayOfInstant, formatMonth, relativeDay } from "./dates.ts";

const zones = [
  "UTC",
  "America/Los_Angeles",
  "Pacific/Kiritimati",
  "Asia/Kathmandu",
  "Africa/Monrovia",
  "Europe/Amsterdam",
];
const originalTimeZone = process.env.TZ;

afterEach(() => {
  process.env.TZ = originalTimeZone;
});

describe.each(zones)("in the time zone %s", (zone) => {
  test("a date of 1660 is shown unchanged", () => {
    process.env.TZ = zone;
    expect(formatLocalDate("1660-01-01", "ddd. M/D/YYYY")).toBe("Thu. 1/1/1660");
    expect(formatLocalDate("1660-12-31", "ddd. M/D/YYYY")).toBe("Fri. 12/31/1660");
    expect(formatMonth("1660-01-01")).toBe("January 1660");
  });

  test("every format shows the same day", () => {
    process.env.TZ = zone;
    expect(dateFormats.map((format) => formatLocalDate("2026-11-08", format))).toEqual([
      "Sun. 11/8/2026",
      "11/8/2026",
      "Sun. 8/11/2026",
      "8/11/2026",
      "Sun. Nov 8, 2026",
      "Nov 8, 2026",
      "Sunday, November 8, 2026",
      "November 8, 2026",
      "Sunday, 8 November 2026",
      "8 November 2026",
    ]);
  });
});

test("weekdays are right from year 1 on", () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (days) => {
      const date = new Date(days * 86_400_000);
      const weekday = date.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
      const localDate = date.toISOString().slice(0, 10);
      expect(formatLocalDate(localDate, "dddd, MMMM D, YYYY").split(",")[0]).toBe(weekday);
    }),
    { numRuns: 200 },
  );
});

test("every format shows the years 1660 and 1 with four digits", () => {
  expect(dateFormats.map((format) => formatLocalDate("1660-01-01", format))).toEqual([
    "Thu. 1/1/1660",
    "1/1/1660",
    "Thu. 1/1/1660",
    "1/1/1660",
    "Thu. Jan 1, 1660",
    "Jan 1, 1660",
    "Thursday, January 1, 1660",
    "January 1, 1660",
    "Thursday, 1 January 1660",
    "1 January 1660",
  ]);
  expect(dateFormats.map((format) => formatLocalDate("0001-05-31", format))).toEqual([
    "Thu. 5/31/0001",
    "5/31/0001",
    "Thu. 31/5/0001",
    "31/5/0001",
    "Thu. May 31, 0001",
    "May 31, 0001",
    "Thursday, May 31, 0001",
    "May 31, 0001",
    "Thursday, 31 May 0001",
    "31 May 0001",
  ]);
  expect(formatMonth("0001-05-31")).toBe("May 0001");
});

test("the day of an instant is that of this device's calendar", () => {
  process.env.TZ = "Pacific/Kiritimati";
  expect(dayOfInstant("2026-11-20T12:00:00.000Z")).toBe("2026-11-21");
});

test("relative days use the user's format", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");
  expect(relativeDay("2026-01-02T12:00:00.000Z", now, "D MMMM YYYY")).toBe("on 2 January 2026");
});

test("text that is not a date is shown unchanged", () => {
  expect(formatLocalDate("soon", "M/D/YYYY")).toBe("soon");
  expect(formatMonth("")).toBe("");
});

test.each([
  ["2026-11-20T09:00:00.000Z", "today"],
  ["2026-11-20T23:30:00.000Z", "today"],
  ["2026-11-19T23:59:00.000Z", "yesterday"],
  ["2026-11-17T00:00:00.000Z", "3 days ago"],
  ["2026-11-13T12:00:00.000Z", "on Fri. 11/13/2026"],
])("at noon on 2026-11-20, %s is described as %s", (instant, words) => {
  expect(relativeDay(instant, Date.parse("2026-11-20T12:00:00.000Z"), "ddd. M/D/YYYY")).toBe(words);
});
