import { generalHours, type ReminderFrequency, type ReminderTime } from "../contract/reminder-values.ts";

/** When a reminder comes, as its owner chose it. The time is wall-clock time in the owner's time zone. */
export type ReminderRule = {
  readonly frequency: ReminderFrequency;
  readonly time: ReminderTime;
  /** 0 to 23. A general time (morning, noon or evening) has a fixed hour. */
  readonly hour: number;
  readonly minute: number;
  /** 0 (Sunday) to 6; `null` unless weekly. */
  readonly weekday: number | null;
  /** 1 to 31; `null` unless monthly. A day past the month's end means its last day. */
  readonly day: number | null;
  /** The local date on which the reminder was added, `YYYY-MM-DD`. A `bidaily` reminder is due on every second day from this date. */
  readonly startDate: string;
};

/** In milliseconds. A reminder that is later than this is not sent. */
export const maxReminderDelayMs = 6 * 3_600_000;

/** A time of day in minutes since midnight. */
export const minutesOf = ({ hour, minute }: Pick<ReminderRule, "hour" | "minute">): number =>
  hour * 60 + minute;

const generalTimes = ["morning", "noon", "evening"] as const;

/** The general time nearest to a time of day; of two at the same distance, the earlier one. */
function nearestGeneralTimeName(minutes: number): (typeof generalTimes)[number] {
  const distanceOf = (time: (typeof generalTimes)[number]) => Math.abs(generalHours[time] * 60 - minutes);
  return generalTimes.reduce((nearest, candidate) =>
    distanceOf(candidate) < distanceOf(nearest) ? candidate : nearest,
  );
}

/** The general time nearest to a time of day, in minutes since midnight. */
export const nearestGeneralTime = (minutes: number): number =>
  generalHours[nearestGeneralTimeName(minutes)] * 60;

/** The rule without PRO: a specific time becomes the nearest general time. */
export function withGeneralTime(rule: ReminderRule): ReminderRule {
  if (rule.time !== "specific") return rule;
  const time = nearestGeneralTimeName(minutesOf(rule));
  return { ...rule, time, hour: generalHours[time], minute: 0 };
}
