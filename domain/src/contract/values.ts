import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { padThemeId, pageThemeId } from "./appearance-values.ts";
import { bounds } from "./bounds.ts";

/** True for a calendar date that exists, `YYYY-MM-DD`, from year 1 on. */
export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** True for a name of the IANA time zone database that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      name.length <= 64 && new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat
    );
  } catch {
    return false;
  }
}

const isoWithOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

function toInstant(value: string | number): string | null {
  let milliseconds: number;
  if (typeof value === "number") milliseconds = value * 1000;
  else if (/^-?\d{1,12}(\.\d+)?$/.test(value)) milliseconds = Number(value) * 1000;
  else if (isLocalDate(value)) milliseconds = Date.parse(`${value}T00:00:00.000Z`);
  else if (isoWithOffset.test(value) && isLocalDate(value.slice(0, 10))) milliseconds = Date.parse(value);
  else return null;
  if (!(milliseconds >= earliest && milliseconds <= latest)) return null;
  return new Date(Math.trunc(milliseconds)).toISOString();
}

/**
 * An instant as callers send it (ISO-8601 with any offset, a date alone, or unix seconds), as ISO-8601 UTC with
 * milliseconds. A date alone is midnight UTC; what is shown of it is its `local_date`.
 */
export const InstantInput = z.union([z.string(), z.number()]).transform((value, context) => {
  const instant = toInstant(value);
  if (instant) return instant;
  context.addIssue({ code: "custom", message: "This is not a date and time." });
  return z.NEVER;
});

/** A day as callers name it: a date, or an instant, whose date depends on the zone that it is looked at in. */
export const DayInput = z.union([z.string().refine(isLocalDate), InstantInput], "This is not a date.");

/** `YYYY-MM-DD`; what an entry is shown, grouped and filtered by. */
export const LocalDate = z.string().refine(isLocalDate, "This is not a date.");
/** An IANA zone name. */
export const TimeZone = z.string().refine(isTimeZone, "This is not a time zone.");
/** An ISO-8601 UTC instant with milliseconds, as replies carry it. */
export const Instant = z.string();

/** A yes or no in a query string. */
export const QueryFlag = z
  .enum(["true", "false", "1", "0"])
  .transform((value) => value === "true" || value === "1");

/** A whole number in a query string, within bounds. */
export const queryInt = (minimum: number, maximum: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "This is not a number.")
    .transform(Number)
    .pipe(z.number().min(minimum, `At least ${minimum}.`).max(maximum, `At most ${maximum}.`))
    .default(otherwise);

/** A trimmed name of at least one character. */
export const nameOf = (what: string, maximum: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing.`)
    .max(maximum, `${what} may have at most ${maximum} characters.`);

/** An e-mail address: trimmed, lower-cased for comparison by whoever hashes it. */
export const Email = z
  .string()
  .trim()
  .max(bounds.email, "This e-mail address is too long.")
  .pipe(z.email("This is not an e-mail address."));

/** A new password; paste and password managers work, so nothing but its length is asked here. */
export const NewPassword = z
  .string()
  .min(bounds.passwordMin, `A password has at least ${bounds.passwordMin} characters.`)
  .max(bounds.passwordMax, `A password has at most ${bounds.passwordMax} characters.`);

/** Path parameters of a journal. */
export const JournalRef = z.object({ journalId: IdText });
/** Path parameters of an entry. */
export const EntryRef = z.object({ journalId: IdText, entryId: IdText });
export { Id, IdText };

/** A theme's id as it is sent; what the lists do not know is refused. */
const themeId = (kept: (sent: number) => number | null) =>
  z.number().transform((sent, context) => {
    const id = kept(sent);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: "This is not one of the themes." });
    return z.NEVER;
  });
/** A pad theme as it is sent; whatever means none is kept as 1. */
export const PadThemeId = themeId(padThemeId);
/** A page theme as it is sent; 0 is kept as 1. */
export const PageThemeId = themeId(pageThemeId);

/** How entries are set and dated, and on what they are written, as replies carry it. */
export const ComposeLook = z.object({
  font: z.string(),
  font_size: z.number(),
  font_colour: z.string().nullable(),
  display_date_method: z.string(),
  default_pad_theme_id: z.number(),
  default_page_theme_id: z.number(),
});
