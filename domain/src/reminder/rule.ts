import { generalHours, type ReminderFrequency, type ReminderTime } from "../contract/reminder-values.ts";

/** When a reminder comes, as its owner chose it. The time is wall-clock time in the owner's time zone. */
export type ReminderRule = {
  readonly frequency: ReminderFrequency;
  readonly time: ReminderTime;
  /** 0 to 23. Of a general time, its fixed hour. */
  readonly hour: number;
  readonly minute: number;
  /** 0 (Sunday) to 6; `null` unless weekly. */
  readonly weekday: number | null;
  /** 1 to 31; `null` unless monthly. A day past the month's end means its last day. */
  readonly day: number | null;
  /** The local date on which it was made, `YYYY-MM-DD`. Every second day counts from it. */
  readonly startDate: string;
};

/** A reminder that is later than this is not sent, in milliseconds. */
export const maxReminderDelayMs = 6 * 3_600_000;

/** A time of day in minutes since midnight. */
export const minutesOf = ({ hour, minute }: Pick<ReminderRule, "hour" | "minute">): number =>
  hour * 60 + minute;

const generalMinutes = Object.values(generalHours).map((hour) => hour * 60);

/** The general time nearest to a time of day; of two at the same distance, the earlier one. In minutes. */
export function nearestGeneralTime(minutes: number): number {
  return generalMinutes.reduce((nearest, candidate) =>
    Math.abs(candidate - minutes) < Math.abs(nearest - minutes) ? candidate : nearest,
  );
}
