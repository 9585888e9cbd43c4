import { minutesOf, nearestGeneralTime, type ReminderRule } from "./rule.ts";
import { dayNumberAt, dayNumberOf, instantOf, localDateOf } from "./wall-clock.ts";

/** What determines the times of an owner's reminders. */
export type ReminderOwner = {
  /** IANA name. */
  readonly timezone: string;
  /**
   * Until when specific times apply, in milliseconds since 1970: `Infinity` for a membership without an end, `null` without
   * a membership.
   */
  readonly paidUntil: number | null;
};

/** One time at which a reminder comes. A reminder has at most one occurrence on each local date. */
export type Occurrence = { readonly localDate: string; readonly at: number };

const daysPerWeek = 7;
/** 1970-01-01 was a Thursday. */
const weekdayOfDayZero = 4;

/** The day number (days since 1970) of a day of a month, or of the month's last day when the month is shorter. `month` counts from 0. */
function dayInMonth(year: number, month: number, day: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay)) / 86_400_000;
}

/** The first day of the rule that is not before `from`. Both are day numbers. */
function firstDayOfRule({ frequency, weekday, day, startDate }: ReminderRule, from: number): number {
  switch (frequency) {
    case "daily":
      return from;
    case "bidaily":
      return from + (Math.abs(from - dayNumberOf(startDate)) % 2);
    case "weekly": {
      const weekdayOfFrom = (from + weekdayOfDayZero) % daysPerWeek;
      return from + (((weekday ?? 1) - weekdayOfFrom + daysPerWeek) % daysPerWeek);
    }
    case "monthly": {
      const [year, month] = localDateOf(from).split("-").map(Number) as [number, number];
      const inThisMonth = dayInMonth(year, month - 1, day ?? 1);
      return inThisMonth >= from ? inThisMonth : dayInMonth(year, month, day ?? 1);
    }
  }
}

/**
 * The instant of a rule's occurrence on one date; `null` on a date that the time zone skips. Without a membership, a specific time is
 * replaced by the nearest general time. The specific time applies when the earlier of the two times is before the end of the membership.
 * So a date has one occurrence even when the membership ends between the two times.
 */
function instantOn(rule: ReminderRule, { timezone, paidUntil }: ReminderOwner, day: number): number | null {
  const minutes = minutesOf(rule);
  if (rule.time !== "specific") return instantOf(timezone, day, minutes);
  const nearest = nearestGeneralTime(minutes);
  if (paidUntil === null) return instantOf(timezone, day, nearest);
  const specificInstant = instantOf(timezone, day, minutes);
  if (paidUntil === Infinity) return specificInstant;
  const generalInstant = instantOf(timezone, day, nearest);
  if (specificInstant === null || generalInstant === null) return null;
  return Math.min(specificInstant, generalInstant) < paidUntil ? specificInstant : generalInstant;
}

/**
 * The next occurrence after a membership changed. The change can give the planned date another time. When that other time has already
 * passed, the planned occurrence stays. Otherwise its date would have no occurrence.
 *
 * @param plannedOccurrence the occurrence that was next until the change, later than `at`; `null` while none was planned
 * @param at when the membership changed, in milliseconds since 1970
 */
export function occurrenceAfterMembershipChange(
  rule: ReminderRule,
  owner: ReminderOwner,
  plannedOccurrence: Occurrence | null,
  { at, handledDate }: { readonly at: number; readonly handledDate: string | null },
): Occurrence {
  const next = nextOccurrence(rule, owner, at, handledDate);
  return plannedOccurrence !== null && plannedOccurrence.localDate < next.localDate
    ? plannedOccurrence
    : next;
}

/**
 * The next occurrence of a reminder. A date that the zone skips has none.
 *
 * @param after milliseconds since 1970; the occurrence is later
 * @param handledDate the local date of the last occurrence that was handled; the occurrence is on a later date
 */
export function nextOccurrence(
  rule: ReminderRule,
  owner: ReminderOwner,
  after: number,
  handledDate: string | null = null,
): Occurrence {
  // The search starts a day early: a clock change at midnight can move an occurrence past the end of its date.
  let day = dayNumberAt(owner.timezone, after) - 1;
  if (handledDate !== null) day = Math.max(day, dayNumberOf(handledDate) + 1);
  for (;;) {
    day = firstDayOfRule(rule, day);
    const at = instantOn(rule, owner, day);
    if (at !== null && at > after) return { localDate: localDateOf(day), at };
    day += 1;
  }
}
