import { expect, test } from "vitest";
import { resultDate } from "./result-date.ts";

const entryOf = (instant: string, day: string) => ({ created: Date.parse(instant) / 1000, local_date: day });

/** Like New York: local mean time at first, then four or five hours behind UTC. */
const newYork = (at: Date): number => {
  if (at.getUTCFullYear() < 1883) return 296;
  return at.getUTCMonth() > 2 && at.getUTCMonth() < 10 ? 240 : 300;
};

test("the date of a result has the user's format, followed by the time", () => {
  const morning = entryOf("2026-11-20T10:42:00.000Z", "2026-11-20");
  expect(resultDate(morning, "ddd. M/D/YYYY")).toBe("Fri. 11/20/2026, 10:42");
  const evening = entryOf("2026-11-20T02:42:30.000Z", "2026-11-19");
  expect(resultDate(evening, "M/D/YYYY", newYork)).toBe("11/19/2026, 21:42");
});

test("the day of a result is the local date of the entry, also in another time zone", () => {
  const inTokyo = entryOf("2026-11-19T16:30:00.000Z", "2026-11-20");
  expect(resultDate(inTokyo, "M/D/YYYY", newYork)).toBe("11/20/2026, 11:30");
});

test("for a date before 1970, the time uses the UTC offset of the same day in a recent year", () => {
  const summer = entryOf("1666-09-02T07:05:00.000Z", "1666-09-02");
  expect(resultDate(summer, "D MMMM YYYY", newYork)).toBe("2 September 1666, 03:05");
  const winter = entryOf("1666-01-02T07:05:00.000Z", "1666-01-02");
  expect(resultDate(winter, "D MMMM YYYY", newYork)).toBe("2 January 1666, 02:05");
});

test("an entry with only a day shows that day in another time zone, and no time", () => {
  expect(resultDate(entryOf("1660-01-01T00:00:00.000Z", "1660-01-01"), "D/M/YYYY", newYork)).toBe("1/1/1660");
});

test("an entry at midnight UTC that belongs to another day shows its time", () => {
  const sevenInTheEvening = entryOf("2026-11-20T00:00:00.000Z", "2026-11-19");
  expect(resultDate(sevenInTheEvening, "D/M/YYYY", newYork)).toBe("19/11/2026, 19:00");
});
