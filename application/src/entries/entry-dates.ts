/** When an entry is dated. */
export type EntryDate = { readonly createdAt: string; readonly localDate: string; readonly timezone: string };

/** What a caller may say of an entry's date. Each part may be absent. `created` is an instant, or a date alone. */
export type DateInput = {
  readonly created?: string | undefined;
  readonly localDate?: string | undefined;
  readonly timezone?: string | undefined;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using it; there are some hundred zones at most. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const options = { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-CA", options);
  formats.set(timezone, made);
  return made;
}

/** The calendar date that it is in a zone at an instant. Only for instants of now: old offsets of zones are unreliable. */
export function localDateAt(instant: string, timezone: string): string {
  const parts = formatOf(timezone).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

const dateLength = "1660-01-11".length;
const midnightOf = (localDate: string): string => `${localDate}T00:00:00.000Z`;
const dayMs = 86_400_000;
const isYear = /^\d{4}-/;

/** The instant of an entry that goes to another day: its time of day stays, in the zone in which it was written too. */
function instantOnDay(localDate: string, { createdAt, localDate: before }: EntryDate): string {
  const distance = Date.parse(createdAt) - Date.parse(midnightOf(before));
  // On every clock an instant is less than two days away from its date. One that is further away comes to the day itself.
  const sinceMidnight = Math.abs(distance) < 2 * dayMs ? distance : ((distance % dayMs) + dayMs) % dayMs;
  const moved = new Date(Date.parse(midnightOf(localDate)) + sinceMidnight).toISOString();
  return isYear.test(moved) && !moved.startsWith("0000") ? moved : midnightOf(localDate);
}

/** True when both are the same instant, or the sent one is it without fractions of a second, as unix seconds are. */
const isSameInstant = (sent: string, known: string): boolean =>
  sent === known || (sent.endsWith(".000Z") && sent.slice(0, 19) === known.slice(0, 19));

/**
 * Fills in what a caller left out: `localDate` is the truth and is kept as it is sent; without it, it is the date of
 * the instant in the writer's zone, or the date itself when only a date was sent.
 */
export function entryDate(input: DateInput, otherwise: EntryDate): EntryDate {
  const timezone = input.timezone ?? otherwise.timezone;
  const given = input.created;
  const dateAlone = given?.length === dateLength ? given : undefined;
  if (given === undefined || dateAlone !== undefined) {
    const localDate = input.localDate ?? dateAlone ?? otherwise.localDate;
    if (localDate === otherwise.localDate) return { ...otherwise, timezone };
    const createdAt = dateAlone === undefined ? instantOnDay(localDate, otherwise) : midnightOf(dateAlone);
    return { createdAt, localDate, timezone };
  }
  if (input.localDate !== undefined) return { createdAt: given, localDate: input.localDate, timezone };
  // What was read may be sent back with a change of something else, such as the zone of a reader who travels: it says nothing
  // new of the day, which may be another than the instant's.
  if (isSameInstant(given, otherwise.createdAt)) return { ...otherwise, timezone };
  return { createdAt: given, localDate: localDateAt(given, timezone), timezone };
}
