import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextOccurrence, type Occurrence, occurrenceAfterMembershipChange } from "./next-occurrence.ts";
import type { ReminderRule } from "./rule.ts";
import { daily, dailyAt, ownerIn } from "./testing/sample-rules.ts";
import { dayNumberOf, instantOf, localDateOf, offsetAt } from "./wall-clock.ts";

const isFullMatrix = process.env["DAYBOOK_TEST_MATRIX"] === "full";
const zones = Intl.supportedValuesOf("timeZone");
const firstDay = dayNumberOf("2026-01-01");
const dayCount = 730;

/** True when a rule has an occurrence on a date, unless the time zone skips the date. Written differently from the code under test. */
function isOnDay({ frequency, weekday, day, startDate }: ReminderRule, dayNumber: number): boolean {
  const date = new Date(dayNumber * 86_400_000);
  const nextDate = new Date((dayNumber + 1) * 86_400_000);
  const isLastOfMonth = nextDate.getUTCDate() === 1;
  switch (frequency) {
    case "daily":
      return true;
    case "bidaily":
      return (dayNumber - dayNumberOf(startDate)) % 2 === 0;
    case "weekly":
      return date.getUTCDay() === weekday;
    case "monthly":
      return date.getUTCDate() === day || (isLastOfMonth && date.getUTCDate() < (day ?? 1));
  }
}

/** Checks every occurrence of a rule in two years: one for each of its local dates, at the right wall-clock time. */
function checkTwoYears(rule: ReminderRule, timezone: string): void {
  // `instantOf` gives null for a date that the zone skips.
  const expectedDates = Array.from({ length: dayCount }, (_, offset) => firstDay + offset)
    .filter((day) => isOnDay(rule, day) && instantOf(timezone, day, 0) !== null)
    .map(localDateOf);
  const dates: string[] = [];
  let lastInstant = Date.UTC(2026, 0, 1) - 2 * 86_400_000;
  let handledDate: string | null = localDateOf(firstDay - 1);
  for (;;) {
    const occurrence = nextOccurrence(rule, ownerIn(timezone), lastInstant, handledDate);
    if (dayNumberOf(occurrence.localDate) >= firstDay + dayCount) break;
    dates.push(occurrence.localDate);
    const localTime = occurrence.at + offsetAt(timezone, occurrence.at);
    const minutes = Math.floor(localTime / 60_000) - dayNumberOf(occurrence.localDate) * 1_440;
    const ruleMinutes = rule.hour * 60 + rule.minute;
    // The time differs only when a clock change skips it. The occurrence is then at the instant of the change.
    const isAtClockChange = offsetAt(timezone, occurrence.at) !== offsetAt(timezone, occurrence.at - 1);
    if (minutes !== ruleMinutes)
      expect([timezone, occurrence.localDate, isAtClockChange]).toEqual([
        timezone,
        occurrence.localDate,
        true,
      ]);
    expect(occurrence.at).toBeGreaterThan(lastInstant);
    [lastInstant, handledDate] = [occurrence.at, occurrence.localDate];
  }
  expect([timezone, dates]).toEqual([timezone, expectedDates]);
}

const frequencies: readonly Pick<ReminderRule, "frequency" | "weekday" | "day">[] = [
  { frequency: "daily", weekday: null, day: null },
  { frequency: "bidaily", weekday: null, day: null },
  { frequency: "weekly", weekday: 0, day: null },
  { frequency: "monthly", weekday: null, day: 29 },
  { frequency: "monthly", weekday: null, day: 31 },
];
const times: readonly [number, number][] = [
  [0, 0],
  [2, 15],
];

describe("in two years", () => {
  const testedZones = isFullMatrix
    ? zones
    : ["Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "Antarctica/Troll", "Asia/Beirut"];
  it.each(testedZones)("each date of a rule has one occurrence in %s", { timeout: 60_000 }, (timezone) => {
    for (const kind of frequencies) {
      for (const [hour, minute] of isFullMatrix ? times : [times[1]!]) {
        checkTwoYears({ ...daily, ...kind, time: "specific", hour, minute }, timezone);
      }
    }
  });

  it("each date of any rule has one occurrence, in any zone", () => {
    const rule = fc.record({
      kind: fc.constantFrom(...frequencies),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      timezone: fc.constantFrom(...zones),
    });
    const property = fc.property(rule, ({ kind, hour, minute, timezone }) =>
      checkTwoYears({ ...dailyAt(hour, minute), ...kind }, timezone),
    );
    fc.assert(property, { seed: 1660, numRuns: isFullMatrix ? 60 : 12 });
  });
});

describe("after a membership changed", () => {
  it("each date of a rule has one occurrence, for any changes at any times", () => {
    const hourMs = 3_600_000;
    const schedules = fc.record({
      kind: fc.constantFrom(...frequencies),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
    });
    const paidUntils = fc.oneof(
      fc.constant(null),
      fc.constant(Infinity),
      fc.integer({ min: 0, max: 240 }).map((hours) => hours * hourMs),
    );
    const changes = fc.array(
      fc.record({ afterMs: fc.integer({ min: 1, max: 30 * hourMs }), paidUntil: paidUntils }),
      { minLength: 1, maxLength: 20 },
    );
    const property = fc.property(schedules, paidUntils, changes, (schedule, firstPaidUntil, allChanges) => {
      const rule = { ...dailyAt(schedule.hour, schedule.minute), ...schedule.kind };
      const startInstant = firstDay * 86_400_000;
      const ownerPaidUntil = (paidUntil: number | null) =>
        ownerIn("UTC", paidUntil === null ? null : startInstant + paidUntil);
      let owner = ownerPaidUntil(firstPaidUntil);
      let plannedOccurrence: Occurrence = nextOccurrence(rule, owner, startInstant - 1);
      let handledDate: string | null = null;
      let moment = startInstant;
      const foundDates: string[] = [];
      for (const { afterMs, paidUntil } of allChanges) {
        moment += afterMs;
        for (
          ;
          plannedOccurrence.at <= moment;
          plannedOccurrence = nextOccurrence(rule, owner, plannedOccurrence.at, handledDate)
        ) {
          handledDate = plannedOccurrence.localDate;
          foundDates.push(handledDate);
        }
        owner = ownerPaidUntil(paidUntil);
        plannedOccurrence = occurrenceAfterMembershipChange(rule, owner, plannedOccurrence, {
          at: moment,
          handledDate,
        });
      }
      const lastDate = foundDates.at(-1) ?? "";
      const daysOfRule = Array.from({ length: dayCount }, (_, offset) => firstDay + offset).filter((day) =>
        isOnDay(rule, day),
      );
      const expectedDates = daysOfRule.map(localDateOf).filter((date) => date <= lastDate);
      expect(foundDates).toEqual(expectedDates);
    });
    fc.assert(property, { seed: 1660, numRuns: isFullMatrix ? 2_000 : 60 });
  });
});
