/** The date of an entry. */
export type EntryDate = { readonly createdAt: string; readonly localDate: string; readonly timezone: string };

/** The date fields of a request. Each may be absent. `created` is an instant or a date. */
export type DateInput = {
  readonly created?: string | undefined;
  readonly localDate?: string | undefined;
  readonly timezone?: string | undefined;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is slow. There are only a few hundred time zones. */
function formatterOf(timezone: string): Intl.DateTimeFormat {
  const cachedFormatter = formatters.get(timezone);
  if (cachedFormatter) return cachedFormatter;
  const options = { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const formatter = new Intl.DateTimeFormat("en-CA", options);
  formatters.set(timezone, formatter);
  return formatter;
}

const dateLength = "1660-01-11".length;
const dayMs = 86_400_000;

/** The date in a time zone at an instant. Unreliable for instants before about 1970, because old offsets are little known. */
export function localDateAt(instant: string, timezone: string): string {
  const parts = formatterOf(timezone).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  const date = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
  // In a time zone, the date can be before the year 1 or after the year 9999. Before the year 1, the formatter writes the year 1 BC
  // as 1. After the year 9999, the date is too long. In both cases, the date in UTC is used.
  const isValid = date.length === dateLength && Math.abs(Date.parse(date) - Date.parse(instant)) < 2 * dayMs;
  return isValid ? date : instant.slice(0, dateLength);
}

const midnightOf = (localDate: string): string => `${localDate}T00:00:00.000Z`;
const startsWithYear = /^\d{4}-/;

/**
 * The new instant of an entry that moves to another day. The old instant has a distance from midnight UTC of the old date. The new
 * instant has the same distance from midnight UTC of the new date. If the new instant would be outside the years 1 to 9999, it is
 * midnight UTC of the new date.
 */
function instantOnDay(localDate: string, { createdAt, localDate: currentLocalDate }: EntryDate): string {
  const distance = Date.parse(createdAt) - Date.parse(midnightOf(currentLocalDate));
  // In every time zone, an instant is less than two days from midnight UTC of its date. If this entry's instant is further away, only
  // its time of day in UTC is kept.
  const sinceMidnight = Math.abs(distance) < 2 * dayMs ? distance : ((distance % dayMs) + dayMs) % dayMs;
  const movedInstant = new Date(Date.parse(midnightOf(localDate)) + sinceMidnight).toISOString();
  return startsWithYear.test(movedInstant) && !movedInstant.startsWith("0000")
    ? movedInstant
    : midnightOf(localDate);
}

/** True for the same instant, even when the sent one has no fraction of a second, as in unix time. */
const isSameInstant = (sentTime: string, currentTime: string): boolean =>
  sentTime === currentTime ||
  (sentTime.endsWith(".000Z") && sentTime.slice(0, 19) === currentTime.slice(0, 19));

/**
 * Completes the date of an entry; what was not sent comes from `fallback`.
 *
 * - A sent `localDate` is stored unchanged. Otherwise it is the sent date, or the date of the sent instant in the time zone.
 * - A sent instant is stored as `createdAt`. A sent date becomes its midnight UTC. When only `localDate` was sent, the time of day of
 *   `fallback` moves to that date.
 * - If the date of `fallback` is sent back without an instant, or its instant without a `localDate`, only the time zone can change.
 */
export function entryDate(input: DateInput, fallback: EntryDate): EntryDate {
  const timezone = input.timezone ?? fallback.timezone;
  const requestedTime = input.created;
  const dateOnly = requestedTime?.length === dateLength ? requestedTime : undefined;
  if (requestedTime === undefined || dateOnly !== undefined) {
    const localDate = input.localDate ?? dateOnly ?? fallback.localDate;
    if (localDate === fallback.localDate) return { ...fallback, timezone };
    const createdAt = dateOnly === undefined ? instantOnDay(localDate, fallback) : midnightOf(dateOnly);
    return { createdAt, localDate, timezone };
  }
  if (input.localDate !== undefined)
    return { createdAt: requestedTime, localDate: input.localDate, timezone };
  // A client may send back the instant that it read, with another time zone when its user travels. That must not change the
  // local date, which may differ from the instant's date.
  if (isSameInstant(requestedTime, fallback.createdAt)) return { ...fallback, timezone };
  return { createdAt: requestedTime, localDate: localDateAt(requestedTime, timezone), timezone };
}
