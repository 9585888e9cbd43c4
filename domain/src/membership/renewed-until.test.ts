import { describe, expect, it } from "vitest";
import type { PaidPeriod } from "./decider.ts";
import { renewedUntil } from "./renewed-until.ts";

describe("a membership that is renewed again and again", () => {
  /** Buys a plan at `begin` and renews it, for `count` periods in all. Returns the days on which they end. */
  function endsOf(begin: string, firstEnd: string, months: number, count: number): string[] {
    const periods: PaidPeriod[] = [{ startsAt: begin, endsAt: firstEnd, paid: 499 }];
    for (let index = 1; index < count; index++) {
      const startsAt = periods.at(-1)!.endsAt!;
      periods.push({ startsAt, endsAt: renewedUntil(periods, startsAt, months), paid: 499 });
    }
    return periods.map(({ endsAt }) => endsAt!.slice(0, 10));
  }

  it("ends on the day of the month on which it began, or on the last day of a shorter month", () => {
    expect(endsOf("2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.000Z", 1, 4)).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
    ]);
    expect(endsOf("2028-01-30T09:00:00.000Z", "2028-02-29T09:00:00.000Z", 1, 2)).toEqual([
      "2028-02-29",
      "2028-03-30",
    ]);
    expect(endsOf("2028-02-29T09:00:00.000Z", "2029-02-28T09:00:00.000Z", 12, 4)).toEqual([
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ]);
  });

  it("keeps the day of its current end after a gift, and after a gap between the paid periods", () => {
    expect(renewedUntil([], "2027-02-28T09:00:00.000Z", 1)).toBe("2027-03-28T09:00:00.000Z");
    const earlierPeriod = {
      startsAt: "2026-01-31T09:00:00.000Z",
      endsAt: "2026-02-28T09:00:00.000Z",
      paid: 499,
    };
    expect(renewedUntil([earlierPeriod], "2027-02-28T09:00:00.000Z", 1)).toBe("2027-03-28T09:00:00.000Z");
  });
});
