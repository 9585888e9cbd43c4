const dayMs = 86_400_000;
const minuteMs = 60_000;
const maxCachedInstants = 20_000;

const formatCache = new Map<string, Intl.DateTimeFormat>();
const instantCache = new Map<string, number | null>();

/** Creating a formatter is slow, so each zone has one. A zone that this runtime does not know counts as UTC. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const cachedFormat = formatCache.get(timezone);
  if (cachedFormat) return cachedFormat;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" });
  } catch {
    format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", timeZoneName: "longOffset" });
  }
  formatCache.set(timezone, format);
  return format;
}

/** The offset of a zone at an instant, in milliseconds east of UTC. */
export function offsetAt(timezone: string, instant: number): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(formatOf(timezone).format(instant));
  if (!match?.[1]) return 0;
  const [hours, minutes, seconds] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  return (match[1] === "-" ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** A calendar day as the number of days since 1970-01-01. */
export const dayNumberOf = (localDate: string): number => Date.parse(`${localDate}T00:00:00Z`) / dayMs;

/** The calendar date of a day number, `YYYY-MM-DD`. */
export const localDateOf = (dayNumber: number): string =>
  new Date(dayNumber * dayMs).toISOString().slice(0, 10);

/** The day number of the date in a zone at an instant. */
export const dayNumberAt = (timezone: string, instant: number): number =>
  Math.floor((instant + offsetAt(timezone, instant)) / dayMs);

/** The first instant in (`from`, `to`] with the offset of `to`. Assumes one change between them. */
function changeBetween(timezone: string, from: number, to: number): number {
  const offset = offsetAt(timezone, to);
  let [beforeChange, afterChange] = [from, to];
  while (afterChange - beforeChange > 1) {
    const middle = Math.floor((beforeChange + afterChange) / 2);
    if (offsetAt(timezone, middle) === offset) afterChange = middle;
    else beforeChange = middle;
  }
  return afterChange;
}

function computeInstant(timezone: string, dayNumber: number, minutes: number): number | null {
  const localTime = dayNumber * dayMs + minutes * minuteMs;
  const [offsetDayBefore, offsetDayAfter] = [
    offsetAt(timezone, localTime - dayMs),
    offsetAt(timezone, localTime + dayMs),
  ];
  // The larger offset gives the earlier instant, so that one is tried first: a local time that comes twice is its first instant.
  const candidates = [
    localTime - Math.max(offsetDayBefore, offsetDayAfter),
    localTime - Math.min(offsetDayBefore, offsetDayAfter),
  ];
  const instantOfLocalTime = candidates.find(
    (instant) => offsetAt(timezone, instant) === localTime - instant,
  );
  if (instantOfLocalTime !== undefined) return instantOfLocalTime;
  const gapEnd = changeBetween(timezone, localTime - dayMs, localTime + dayMs);
  const dateExists = [gapEnd - 1, gapEnd].some((instant) => dayNumberAt(timezone, instant) === dayNumber);
  return dateExists ? gapEnd : null;
}

/**
 * The instant of a wall-clock time in a zone, in milliseconds since 1970. For a time that a clock change skips, it is the end of the
 * skipped time. For a time that comes twice, it is the first instant. `null` when the whole date is skipped, as 2011-12-30 in Samoa.
 *
 * @param minutes since midnight
 */
export function instantOf(timezone: string, dayNumber: number, minutes: number): number | null {
  const key = `${timezone} ${dayNumber} ${minutes}`;
  const cachedInstant = instantCache.get(key);
  if (cachedInstant !== undefined) return cachedInstant;
  const instant = computeInstant(timezone, dayNumber, minutes);
  if (instantCache.size >= maxCachedInstants) instantCache.clear();
  instantCache.set(key, instant);
  return instant;
}
