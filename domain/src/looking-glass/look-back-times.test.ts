import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { earliestLookBackTime, isTooSoon, nextLookBackTime, spreadFirstDate } from "./look-back-times.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const instant = fc.integer({ min: Date.UTC(2011, 11, 1), max: Date.UTC(2029, 0, 1) });

const wallClock = (timezone: string, at: number): string =>
  new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
    hour12: false,
  }).format(at);

describe("times of look-backs", () => {
  it.each([
    ["Europe/London", "2026-10-22", "2026-10-22T08:00:00Z"],
    ["Europe/London", "2026-10-29", "2026-10-29T09:00:00Z"],
    ["America/New_York", "2026-03-05", "2026-03-05T14:00:00Z"],
    ["America/New_York", "2026-03-12", "2026-03-12T13:00:00Z"],
    ["Asia/Kathmandu", "2026-03-12", "2026-03-12T03:15:00Z"],
    ["Australia/Lord_Howe", "2026-04-02", "2026-04-01T22:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-09", "2026-04-08T22:30:00Z"],
  ])("a look-back comes at 9 o'clock in %s on %s", (timezone, localDate, expected) => {
    const justBefore = Date.parse(expected) - 1;
    expect(earliestLookBackTime(timezone, justBefore, localDate, null)).toEqual({
      localDate,
      at: Date.parse(expected),
    });
  });

  it("a look-back does not come on a date that the time zone skips", () => {
    const time = earliestLookBackTime("Pacific/Apia", Date.UTC(2011, 11, 29, 20), "2011-12-30", null);
    expect(time.localDate).toBe("2011-12-31");
  });

  it("a look-back comes later than now, at 9 o'clock in every zone, on the earliest date or the day after", () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 1, max: 1e9 }), (timezone, now, userId) => {
        const earliest = spreadFirstDate(timezone, now, userId);
        const { localDate, at } = earliestLookBackTime(timezone, now, earliest, null);
        expect(at).toBeGreaterThan(now);
        expect(localDate >= earliest).toBe(true);
        expect(Date.parse(localDate) - Date.parse(earliest)).toBeLessThanOrEqual(dayMs);
        expect(wallClock(timezone, at)).toBe(`${localDate}, 09:00`);
      }),
    );
  });

  it("the next look-back comes one week after the last one, or more weeks if that is in the past", () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 0, max: 60 * dayMs }), (timezone, now, delayMs) => {
        const firstTime = earliestLookBackTime(timezone, now, null, null);
        const nextTime = nextLookBackTime(timezone, firstTime.localDate, firstTime.at + delayMs);
        const weeks = (Date.parse(nextTime.localDate) - Date.parse(firstTime.localDate)) / dayMs / 7;
        expect(Number.isInteger(weeks)).toBe(true);
        expect(weeks).toBeGreaterThanOrEqual(1);
        expect(nextTime.at).toBeGreaterThan(firstTime.at + delayMs);
        expect(nextTime.at - (firstTime.at + delayMs)).toBeLessThanOrEqual(14 * dayMs + 2 * hourMs);
        expect(isTooSoon(nextTime.at, firstTime.at)).toBe(false);
      }),
    );
  });

  it("a person who moves two hours east gets a look-back at least seven times 24 hours after the last one", () => {
    const lastAt = Date.parse("2026-06-01T08:00:00Z");
    const { at } = earliestLookBackTime("Europe/Helsinki", lastAt + hourMs, "2026-06-08", lastAt);
    expect(new Date(at).toISOString()).toBe("2026-06-09T06:00:00.000Z");
  });

  it("a person who changes the time zone gets a look-back seven to about nine days after the last one", () => {
    fc.assert(
      fc.property(zone, zone, instant, (from, to, now) => {
        const lastTime = earliestLookBackTime(from, now, null, null);
        const nextTime = earliestLookBackTime(to, lastTime.at + hourMs, null, lastTime.at);
        expect(nextTime.at - lastTime.at).toBeGreaterThanOrEqual(7 * dayMs);
        // In addition to the seven days: up to a day until 9 o'clock, a day that the zone skips, and a clock change.
        expect(nextTime.at - lastTime.at).toBeLessThanOrEqual(9 * dayMs + 2 * hourMs);
      }),
    );
  });
});
