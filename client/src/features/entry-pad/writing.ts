import type { Entry } from "@daybook/domain/contract/entries";
import type { BodyOf } from "@daybook/domain/contract/contract";

/** What a person sets down on a page. `body` is the editor's HTML; `localDate` is the day that is shown. */
export type Writing = {
  readonly title: string;
  readonly body: string;
  /** `YYYY-MM-DD` */
  readonly localDate: string;
  /** IANA name */
  readonly timezone: string;
  /** ISO-8601 UTC; orders entries of one day, never shown */
  readonly createdAt: string;
  readonly starred: boolean;
  /** what a new entry answers to; sent when it is created, and the entry's own from then on */
  readonly promptId?: number | null;
};

/** An entry as the server acknowledged it. */
export type Copy = {
  readonly id: number;
  readonly revision: number;
  readonly writing: Writing;
  /** ISO-8601; left out where it is not known */
  readonly modifiedAt?: string | undefined;
};

/** Turns the HTML of any source into the form in which the editor itself would write it. */
export type Normalise = (html: string) => string;

/** True when title and body are the same, as they are kept; star and date may differ. */
export function sameText(one: Writing, other: Writing): boolean {
  // A space at the end of a title, after which somebody stopped to think, is not kept.
  return one.title.trim() === other.title.trim() && one.body === other.body;
}

/** True when nothing differs. */
export function sameWriting(one: Writing, other: Writing): boolean {
  return (
    sameText(one, other) &&
    one.localDate === other.localDate &&
    one.createdAt === other.createdAt &&
    one.timezone === other.timezone &&
    one.starred === other.starred
  );
}

/** True when neither a word nor an image, rule or table stands on the page. */
export function isBlank({ title, body }: Pick<Writing, "title" | "body">): boolean {
  if (title.trim() !== "" || /<(img|hr|table)\b/i.test(body)) return false;
  return body.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";
}

/** An entry of a reply, as the pad compares and saves it. */
export function copyOf(entry: Entry, normalise: Normalise): Copy {
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

const dateFields = ({ localDate, timezone, createdAt }: Writing) => ({
  local_date: localDate,
  timezone,
  created_at: createdAt,
});

/** The body of the call that creates an entry. A star is not part of it and follows as a change. */
export function creationOf(writing: Writing): BodyOf<"createEntry"> {
  const { title, body, promptId } = writing;
  return { title, richtext_body: body, ...dateFields(writing), ...(promptId && { prompt_id: promptId }) };
}

/**
 * The body of a save: only what differs from the acknowledged copy, so that a star or a date set here never undoes
 * what another tab wrote, nor the other way round.
 */
export function changeOf(writing: Writing, base: Copy): BodyOf<"updateEntry"> {
  const text = { title: writing.title, richtext_body: writing.body, modified: base.revision };
  const dated = dateFields(writing);
  const before = dateFields(base.writing);
  const moved = Object.entries(dated).some(([name, value]) => value !== before[name as keyof typeof before]);
  return {
    ...(!sameText(writing, base.writing) && text),
    ...(moved && dated),
    ...(writing.starred !== base.writing.starred && { starred: writing.starred }),
  };
}

/**
 * Mine on top of theirs, part by part: a star or a date that I left alone is theirs.
 *
 * @param base what both were made from
 */
export function onTopOf(mine: Writing, theirs: Writing, base: Writing | null): Writing {
  if (!base) return mine;
  const moved = mine.localDate !== base.localDate || mine.createdAt !== base.createdAt;
  const { localDate, timezone, createdAt } = moved ? mine : theirs;
  const starred = mine.starred === base.starred ? theirs.starred : mine.starred;
  return { title: mine.title, body: mine.body, localDate, timezone, createdAt, starred };
}
