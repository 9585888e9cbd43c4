import type { Entry } from "@daybook/domain/contract/entries";
import type { BodyOf } from "@daybook/domain/contract/contract";

/** What the user writes on a pad. `body` is the editor's HTML; `localDate` is the day that is shown. */
export type Writing = {
  readonly title: string;
  readonly body: string;
  /** `YYYY-MM-DD` */
  readonly localDate: string;
  /** IANA name */
  readonly timezone: string;
  /** ISO-8601 UTC; orders the entries of one day */
  readonly createdAt: string;
  readonly starred: boolean;
  /** the prompt of a new entry; only sent when the entry is created */
  readonly promptId?: number | null;
};

/** The date and star of a writing. */
export type DateAndStar = Pick<Writing, "localDate" | "timezone" | "createdAt" | "starred">;

/** An entry as the server acknowledged it. */
export type SavedEntry = {
  readonly id: number;
  readonly revision: number;
  readonly writing: Writing;
  /** ISO-8601; left out when unknown */
  readonly modifiedAt?: string | undefined;
  /** in a conflict, the device that saved it; left out when unknown */
  readonly savedBy?: { readonly userAgent: string | null; readonly isThisBrowser: boolean } | undefined;
};

/** Converts any HTML to the form that the editor itself would produce. */
export type Normalise = (html: string) => string;

/** True when title and body are the same; star and date may differ. */
export function sameText(left: Writing, right: Writing): boolean {
  // The server trims the title.
  return left.title.trim() === right.title.trim() && left.body === right.body;
}

/** True when text, day, instant, time zone and star are the same. */
export function sameWriting(left: Writing, right: Writing): boolean {
  return (
    sameText(left, right) &&
    left.localDate === right.localDate &&
    left.createdAt === right.createdAt &&
    left.timezone === right.timezone &&
    left.starred === right.starred
  );
}

/** True when the writing has no text, image, divider or table. */
export function isBlank({ title, body }: Pick<Writing, "title" | "body">): boolean {
  if (title.trim() !== "" || /<(img|hr|table)\b/i.test(body)) return false;
  return body.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";
}

/** Converts an entry of the API to the form that the pad compares and saves. */
export function savedEntryOf(entry: Entry, normalise: Normalise): SavedEntry {
  return {
    id: entry.id,
    revision: entry.revision,
    modifiedAt: entry.modified_at,
    writing: {
      title: entry.title,
      body: normalise(entry.richtext_body),
      localDate: entry.local_date,
      timezone: entry.timezone,
      createdAt: entry.created_at,
      starred: entry.starred,
    },
  };
}

/** The date and star of a writing, without its text. */
export const dateAndStarOf = ({ localDate, timezone, createdAt, starred }: Writing): DateAndStar => ({
  localDate,
  timezone,
  createdAt,
  starred,
});

const dateFields = ({ localDate, timezone, createdAt }: Writing) => ({
  local_date: localDate,
  timezone,
  created_at: createdAt,
});

/** The request body that creates an entry. It has no star; the star follows as an update. */
export function creationRequest(writing: Writing): BodyOf<"createEntry"> {
  const { title, body, promptId } = writing;
  return { title, richtext_body: body, ...dateFields(writing), ...(promptId && { prompt_id: promptId }) };
}

/**
 * The request body of an update: only the parts that differ from the acknowledged entry. So a new star or date does not overwrite
 * text from another tab, and vice versa.
 */
export function updateRequest(writing: Writing, base: SavedEntry): BodyOf<"updateEntry"> {
  const textFields = { title: writing.title, richtext_body: writing.body, modified: base.revision };
  const newDateFields = dateFields(writing);
  const baseFields = dateFields(base.writing);
  const hasOtherDate = Object.entries(newDateFields).some(
    ([name, value]) => value !== baseFields[name as keyof typeof baseFields],
  );
  return {
    ...(!sameText(writing, base.writing) && textFields),
    ...(hasOtherDate && newDateFields),
    ...(writing.starred !== base.writing.starred && { starred: writing.starred }),
  };
}

/**
 * Rebases my writing on theirs: title and body stay mine, and a star or date that I did not change is taken from theirs. Without
 * a base, my writing stays as it is.
 *
 * @param base date and star of the version that both writings are based on
 */
export function rebaseWriting(mine: Writing, theirs: Writing, base: DateAndStar | null): Writing {
  if (!base) return mine;
  const hasOtherDate = mine.localDate !== base.localDate || mine.createdAt !== base.createdAt;
  const { localDate, timezone, createdAt } = hasOtherDate ? mine : theirs;
  const starred = mine.starred === base.starred ? theirs.starred : mine.starred;
  return { ...mine, localDate, timezone, createdAt, starred };
}
