/** The parts of a time span, largest first. */
export type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** Splits a time span, rounded up to a second, so that all parts are 0 only when it is over. */
export function timeLeftOf(leftMs: number): TimeLeft {
  const seconds = Math.ceil(leftMs / 1_000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

const countOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** A time span in its two largest units, without seconds: `2 days and 3 hours`. */
export function timeLeftText(leftMs: number): string {
  const { days, hours, minutes } = timeLeftOf(leftMs);
  const twoLargest: [number, string][] =
    days > 0
      ? [
          [days, "day"],
          [hours, "hour"],
        ]
      : [
          [hours, "hour"],
          [minutes, "minute"],
        ];
  const words = twoLargest.filter(([count]) => count > 0).map(([count, unit]) => countOf(count, unit));
  return words.length > 0 ? words.join(" and ") : "less than a minute";
}
