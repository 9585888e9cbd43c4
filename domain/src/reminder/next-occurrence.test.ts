import { describe, expect, it } from "vitest";
import { nextOccurrence, occurrenceAfterMembershipChange, type ReminderOwner } from "./next-occurrence.ts";
import type { ReminderRule } from "./rule.ts";
import { daily, dailyAt, ownerIn } from "./testing/sample-rules.ts";
import { dayNumberAt, localDateOf } from "./wall-clock.ts";

/** The next `count` occurrences after an instant, as UTC instants. */
function occurrencesAfter(from: string, rule: ReminderRule, owner: ReminderOwner, count = 1): string[] {
  const occurrences: string[] = [];
  let [lastInstant, handledDate]: [number, string | null] = [Date.parse(from), null];
  while (occurrences.length < count) {
    const occurrence = nextOccurrence(rule, owner, lastInstant, handledDate);
    occurrences.push(new Date(occurrence.at).toISOString().replace(":00.000Z", "Z"));
    [lastInstant, handledDate] = [occurrence.at, occurrence.localDate];
  }
  return occurrences;
}

describe("occurrences of reminders", () => {
  it("a reminder comes at wall-clock time in the owner's zone, through changes of the clock", () => {
    expect(occurrencesAfter("2026-03-28T00:00:00Z", daily, ownerIn("Europe/Berlin"), 3)).toEqual([
      "2026-03-28T06:00Z",
      "2026-03-29T05:00Z",
      "2026-03-30T05:00Z",
    ]);
  });

  it("the next occurrence is later than the given instant, and on a later date than the handled one", () => {
    const owner = ownerIn("UTC");
    expect(occurrencesAfter("2026-05-05T06:59:59.999Z", daily, owner)).toEqual(["2026-05-05T07:00Z"]);
    expect(occurrencesAfter("2026-05-05T07:00:00Z", daily, owner)).toEqual(["2026-05-06T07:00Z"]);
    const nextDay = nextOccurrence(daily, owner, Date.parse("2026-05-05T06:00:00Z"), "2026-05-05");
    expect(nextDay.localDate).toBe("2026-05-06");
  });

  it.each([
    [
      "a reminder at a skipped time comes at the end of the gap",
      "America/New_York",
      "2026-03-08",
      [2, 30],
      "2026-03-08T07:00Z",
    ],
    [
      "a reminder at a repeated time comes at the first of both instants",
      "America/New_York",
      "2026-11-01",
      [1, 30],
      "2026-11-01T05:30Z",
    ],
    [
      "a reminder in the half hour that Lord Howe skips comes at the end of the gap",
      "Australia/Lord_Howe",
      "2026-10-04",
      [2, 10],
      "2026-10-03T15:30Z",
    ],
    [
      "a reminder in the half hour that Lord Howe repeats comes at the first of both instants",
      "Australia/Lord_Howe",
      "2026-04-05",
      [1, 45],
      "2026-04-04T14:45Z",
    ],
    [
      "a reminder in Kathmandu comes by a clock that is 5:45 ahead of UTC",
      "Asia/Kathmandu",
      "2026-06-01",
      [7, 0],
      "2026-06-01T01:15Z",
    ],
    [
      "a reminder in the two hours that Troll skips comes at the end of the gap",
      "Antarctica/Troll",
      "2026-03-29",
      [2, 0],
      "2026-03-29T01:00Z",
    ],
    [
      "a reminder in the hour after midnight that Beirut skips comes at the end of the gap",
      "Asia/Beirut",
      "2026-03-29",
      [0, 30],
      "2026-03-28T22:00Z",
    ],
    [
      "a reminder in Samoa comes at the right instant on the day after the missing day",
      "Pacific/Apia",
      "2011-12-31",
      [7, 0],
      "2011-12-30T17:00Z",
    ],
  ])("%s", (_, timezone, date, [hour, minute], expected) => {
    const owner = ownerIn(timezone);
    const from = new Date(Date.parse(`${date}T00:00:00Z`) - 2 * 86_400_000).toISOString();
    const occurrences = occurrencesAfter(from, dailyAt(hour!, minute), owner, 4);
    expect(occurrences).toContain(expected);
  });

  it("a reminder skips a date that does not exist: Samoa had no 2011-12-30", () => {
    expect(occurrencesAfter("2011-12-29T00:00:00Z", daily, ownerIn("Pacific/Apia"), 2)).toEqual([
      "2011-12-29T17:00Z",
      "2011-12-30T17:00Z",
    ]);
    const monthly: ReminderRule = { ...daily, frequency: "monthly", day: 30 };
    expect(occurrencesAfter("2011-12-01T00:00:00Z", monthly, ownerIn("Pacific/Apia"))).toEqual([
      "2012-01-29T17:00Z",
    ]);
  });

  it("a reminder follows the clock of Morocco, which leaves summer time for Ramadan", () => {
    expect(occurrencesAfter("2026-02-14T00:00:00Z", daily, ownerIn("Africa/Casablanca"), 3)).toEqual([
      "2026-02-14T06:00Z",
      "2026-02-15T07:00Z",
      "2026-02-16T07:00Z",
    ]);
  });

  it("a reminder for every second day is counted from the day on which it was made", () => {
    const rule: ReminderRule = { ...daily, frequency: "bidaily", startDate: "2026-02-27" };
    expect(occurrencesAfter("2026-02-27T00:00:00Z", rule, ownerIn("UTC"), 3)).toEqual([
      "2026-02-27T07:00Z",
      "2026-03-01T07:00Z",
      "2026-03-03T07:00Z",
    ]);
    expect(occurrencesAfter("2026-02-27T08:00:00Z", rule, ownerIn("UTC"))).toEqual(["2026-03-01T07:00Z"]);
  });

  it("a weekly reminder comes on its weekday", () => {
    const rule: ReminderRule = { ...daily, frequency: "weekly", weekday: 0 };
    expect(occurrencesAfter("2026-11-22T08:00:00Z", rule, ownerIn("UTC"), 2)).toEqual([
      "2026-11-29T07:00Z",
      "2026-12-06T07:00Z",
    ]);
  });

  it("a monthly reminder comes on the last day of a month that is too short, in leap years too", () => {
    const rule: ReminderRule = { ...daily, frequency: "monthly", day: 31 };
    expect(occurrencesAfter("2027-12-31T08:00:00Z", rule, ownerIn("UTC"), 4)).toEqual([
      "2028-01-31T07:00Z",
      "2028-02-29T07:00Z",
      "2028-03-31T07:00Z",
      "2028-04-30T07:00Z",
    ]);
  });

  it("without PRO, a reminder at a specific time comes at the nearest general time", () => {
    expect(occurrencesAfter("2026-05-05T00:00:00Z", dailyAt(13, 20), ownerIn("UTC", null))).toEqual([
      "2026-05-05T12:00Z",
    ]);
  });

  it.each([
    ["before the general and the specific time", "2026-05-06T11:59:00Z", "2026-05-06T12:00Z"],
    ["between the general and the specific time", "2026-05-06T12:30:00Z", "2026-05-06T13:20Z"],
  ])(
    "a reminder comes only once on the last paid date, when the membership ends %s",
    (_, paidUntil, expected) => {
      const owner = ownerIn("UTC", Date.parse(paidUntil));
      expect(occurrencesAfter("2026-05-05T00:00:00Z", dailyAt(13, 20), owner, 3)).toEqual([
        "2026-05-05T13:20Z",
        expected,
        "2026-05-07T12:00Z",
      ]);
    },
  );

  it("a reminder in a zone that this runtime does not know follows UTC", () => {
    expect(occurrencesAfter("2026-05-05T00:00:00Z", daily, ownerIn("Mars/Olympus"))).toEqual([
      "2026-05-05T07:00Z",
    ]);
  });
});

describe("changes of a membership", () => {
  // The general time nearest to both is 19:00.
  const beforeGeneralTime = dailyAt(18);
  const afterGeneralTime = dailyAt(20);
  const paid = ownerIn("UTC");
  const free = ownerIn("UTC", null);
  const nextAfter = (
    rule: ReminderRule,
    [ownerBefore, ownerAfter]: readonly ReminderOwner[],
    moment: string,
  ) => {
    const midnight = Date.parse("2026-05-05T00:00:00Z");
    const plannedOccurrence = nextOccurrence(rule, ownerBefore!, midnight);
    const change = { at: Date.parse(moment), handledDate: null };
    const next = occurrenceAfterMembershipChange(rule, ownerAfter!, plannedOccurrence, change);
    return new Date(next.at).toISOString().slice(0, 16);
  };

  it.each([
    [
      "began before the general and the specific time",
      beforeGeneralTime,
      [free, paid],
      "15:00",
      "2026-05-05T18:00",
    ],
    ["began when the specific time had passed", beforeGeneralTime, [free, paid], "18:30", "2026-05-05T19:00"],
    [
      "ended before the general and the specific time",
      afterGeneralTime,
      [paid, free],
      "15:00",
      "2026-05-05T19:00",
    ],
    ["ended when the general time had passed", afterGeneralTime, [paid, free], "19:30", "2026-05-05T20:00"],
  ])("when a membership %s, the reminder still comes on that date", (_, rule, owners, time, expected) => {
    expect(nextAfter(rule, owners, `2026-05-05T${time}:00Z`)).toBe(expected);
  });
});

it("the date in a time zone is the date of its wall clock", () => {
  expect(localDateOf(dayNumberAt("Pacific/Kiritimati", Date.parse("2026-05-05T10:00:00Z")))).toBe(
    "2026-05-06",
  );
  expect(localDateOf(dayNumberAt("Pacific/Pago_Pago", Date.parse("2026-05-05T10:00:00Z")))).toBe(
    "2026-05-04",
  );
});
