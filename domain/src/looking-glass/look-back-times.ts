import { dayNumberAt, dayNumberOf, instantOf, localDateOf } from "../reminder/wall-clock.ts";

/** When the next look-back of an account is due: at 9 in the morning of a local date. */
export type LookBackTime = { readonly localDate: string; readonly at: number };

/** In milliseconds. A look-back that is later than this is skipped. */
export const maxLookBackDelayMs = 6 * 3_600_000;

const daysBetweenLookBacks = 7;
/** 9 o'clock, in minutes since midnight. */
const lookBackMinutes = 9 * 60;
const weekMs = daysBetweenLookBacks * 86_400_000;
/** No clock change is longer. Seven local days may be this much shorter than seven times 24 hours. */
const longestClockChangeMs = 2 * 3_600_000;

/** The first look-back time for which `fits` is true, of the days `firstDay`, `firstDay + step`, and so on (day numbers). */
function firstTime(
  timezone: string,
  firstDay: number,
  step: number,
  fits: (at: number) => boolean,
): LookBackTime {
  for (let day = firstDay; ; day += step) {
    // A zone may skip a whole date.
    const at = instantOf(timezone, day, lookBackMinutes);
    if (at !== null && fits(at)) return { localDate: localDateOf(day), at };
  }
}

/** True when `at` is less than a week after `lastAt`. A week may be two hours shorter, because of clock changes. */
export const isTooSoon = (at: number, lastAt: number | null): boolean =>
  lastAt !== null && at - lastAt < weekMs - longestClockChangeMs;

/**
 * When the next look-back of an account can come at the earliest. For its first look-back, and after its settings or its time zone
 * changed.
 *
 * It is at least seven times 24 hours after the last one, because the days of two zones cannot be compared.
 *
 * @param earliest not before this local date; `null` for any
 * @param lastAt when the last one was due; `null` when there was none
 */
export const earliestLookBackTime = (
  timezone: string,
  now: number,
  earliest: string | null,
  lastAt: number | null,
): LookBackTime => {
  const today = dayNumberAt(timezone, now);
  const from = earliest === null ? today : Math.max(today, dayNumberOf(earliest));
  return firstTime(timezone, from, 1, (at) => at > now && (lastAt === null || at - lastAt >= weekMs));
};

/** The look-back a week after another one. Weeks that have passed already are skipped. */
export const nextLookBackTime = (timezone: string, localDate: string, now: number): LookBackTime =>
  firstTime(timezone, dayNumberOf(localDate) + daysBetweenLookBacks, daysBetweenLookBacks, (at) => at > now);

/** The earliest date for the first look-back of an account. It depends on the user id, which spreads the accounts over a week. */
export const spreadFirstDate = (timezone: string, now: number, userId: number): string =>
  localDateOf(dayNumberAt(timezone, now) + 1 + (userId % daysBetweenLookBacks));
