import { expect, test } from "vitest";
import { timeLeftOf, timeLeftText } from "./time-left.ts";

const hour = 3_600_000;

test("a time span is split into days, hours, minutes and seconds, rounded up to a second", () => {
  expect(timeLeftOf(2 * 24 * hour + 3 * hour + 61_001)).toEqual({
    days: 2,
    hours: 3,
    minutes: 1,
    seconds: 2,
  });
  expect(timeLeftOf(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test.each([
  [49 * hour, "2 days and 1 hour"],
  [24 * hour, "1 day"],
  [2 * hour + 60_000, "2 hours and 1 minute"],
  [5 * 60_000, "5 minutes"],
  [59_000, "less than a minute"],
])("%s ms are %s", (leftMs, text) => expect(timeLeftText(leftMs)).toBe(text));
