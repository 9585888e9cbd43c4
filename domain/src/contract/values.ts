import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { padThemeId, pageThemeId } from "./appearance-values.ts";
import { bounds } from "./bounds.ts";
import { months } from "./format-local-date.ts";
import { cleanName } from "./clean-name.ts";

/** True for a calendar date that exists, `YYYY-MM-DD`, from year 1 on. */
export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** True for a time zone that this runtime knows: an IANA name, and on Node 22 and later also an offset such as `+01:00`. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      name.length <= 64 && new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat
    );
  } catch {
    return false;
  }
}

/** Explains why a value is not a date. Returns `fallback` when no better reason is found. */
function dateProblem(value: string | number, fallback: string): string {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(String(value)) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return fallback;
  if (year === 0) return "There is no year 0. Years begin with 1.";
  const monthName = months[month - 1];
  if (monthName === undefined) return `There is no month ${month}. A year has 12.`;
  const lastDayOfMonth = new Date(0);
  lastDayOfMonth.setUTCFullYear(year, month, 0);
  const days = lastDayOfMonth.getUTCDate();
  if (day >= 1 && day <= days) return fallback;
  return `There is no ${monthName} ${day}, ${year}. That month has ${days} days.`;
}

const isoWithOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const earliestInstant = -62_135_596_800_000;
const latestInstant = 253_402_300_799_999;

function toInstant(value: string | number): string | null {
  let milliseconds: number;
  if (typeof value === "number") milliseconds = value * 1000;
  else if (/^-?\d{1,12}(\.\d+)?$/.test(value)) milliseconds = Number(value) * 1000;
  else if (isLocalDate(value)) milliseconds = Date.parse(`${value}T00:00:00.000Z`);
  else if (isoWithOffset.test(value) && isLocalDate(value.slice(0, 10))) {
    // With a space, `Date.parse` reads the year 50 as 1950.
    milliseconds = Date.parse(value.replace(" ", "T"));
  } else return null;
  if (!(milliseconds >= earliestInstant && milliseconds <= latestInstant)) return null;
  return new Date(Math.trunc(milliseconds)).toISOString();
}

const notInstant = "This is not a date and time.";
const notDate = "This is not a date.";

/**
 * Parses an instant into ISO-8601 UTC with milliseconds. Accepts ISO-8601 with any offset, a date, or unix seconds.
 * A date becomes midnight UTC. Clients do not show this instant as the date of an entry; they show its `local_date`.
 */
export const InstantInput = z.union([z.string(), z.number()], notInstant).transform((value, context) => {
  const instant = toInstant(value);
  if (instant) return instant;
  context.addIssue({ code: "custom", message: dateProblem(value, notInstant) });
  return z.NEVER;
});

/** A day in requests: a date, or an instant, whose date depends on a time zone. */
export const DayInput = z.union([z.string(), z.number()], notDate).transform((value, context) => {
  const day = typeof value === "string" && isLocalDate(value) ? value : toInstant(value);
  if (day) return day;
  context.addIssue({ code: "custom", message: dateProblem(value, notDate) });
  return z.NEVER;
});

/** `YYYY-MM-DD`. Clients show, group and filter entries by it. */
export const LocalDate = z.string().superRefine((text, context) => {
  if (!isLocalDate(text)) context.addIssue({ code: "custom", message: dateProblem(text, notDate) });
});
/** A time zone in requests; see {@link isTimeZone}. */
export const TimeZone = z.string().refine(isTimeZone, "This is not a time zone.");
/** An ISO-8601 UTC instant with milliseconds, in replies. */
export const Instant = z.string();

/** A boolean in a query string. */
export const QueryFlag = z
  .enum(["true", "false", "1", "0"])
  .transform((value) => value === "true" || value === "1");

/** A whole number in a query string, from `minimum` to `maximum`. */
export const queryInt = (minimum: number, maximum: number, defaultValue: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "This is not a number.")
    .transform(Number)
    .pipe(z.number().min(minimum, `At least ${minimum}.`).max(maximum, `At most ${maximum}.`))
    .default(defaultValue);

/** A name of at least one visible character, cleaned. `subject` begins the error messages, such as `The tag's name`. */
export const requiredName = (subject: string, maximum: number) =>
  z
    .string()
    .transform(cleanName)
    .pipe(
      z
        .string()
        .min(1, `${subject} is missing.`)
        .max(maximum, `${subject} may have at most ${maximum} characters.`),
    );

/** A cleaned line of text that may be empty. */
export const optionalName = (maximum: number, tooLong: string) =>
  z.string().transform(cleanName).pipe(z.string().max(maximum, tooLong));

/** A trimmed e-mail address. Its case stays; code that compares or hashes addresses lower-cases them. */
export const Email = z
  .string()
  .trim()
  .max(bounds.email, "This e-mail address is too long.")
  .pipe(z.email("This is not an e-mail address."));

/** A new password. Only its length is checked here. */
export const NewPassword = z
  .string()
  .min(bounds.passwordMin, `A password has at least ${bounds.passwordMin} characters.`)
  .max(bounds.passwordMax, `A password has at most ${bounds.passwordMax} characters.`);

/** Path parameters of a journal. */
export const JournalRef = z.object({ journalId: IdText });
/** Path parameters of an entry. */
export const EntryRef = z.object({ journalId: IdText, entryId: IdText });
export { Id, IdText };

/** The id of a theme in requests, converted to the id to store. An unknown id is refused. */
const themeId = (idToStore: (sent: number) => number | null) =>
  z.number().transform((sentId, context) => {
    const id = idToStore(sentId);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: "This is not one of the themes." });
    return z.NEVER;
  });
/** The id of a pad theme in requests. The ids 0, 2, 3 and 5 mean "none" and become 1. */
export const PadThemeId = themeId(padThemeId);
/** The id of a page theme in requests. 0 becomes 1. */
export const PageThemeId = themeId(pageThemeId);

/** A journal's font, date display and themes, in replies. */
export const ComposeSetting = z.object({
  font: z.string(),
  font_size: z.number(),
  font_colour: z.string().nullable(),
  display_date_method: z.string(),
  default_pad_theme_id: z.number(),
  default_page_theme_id: z.number(),
});
