import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Journal } from "./journals.ts";
import { PhotoList } from "./photos.ts";
import { checkLockForm, lockFields } from "./lock-form.ts";
import { lockTypes } from "./lock-types.ts";
import {
  ComposeSetting,
  DayInput,
  EntryRef,
  IdText,
  Instant,
  InstantInput,
  JournalRef,
  LocalDate,
  PadThemeId,
  PageThemeId,
  QueryFlag,
  queryInt,
  TimeZone,
} from "./values.ts";

const neighbourFields = {
  id: Id,
  title: z.string(),
  created_at: Instant,
  local_date: LocalDate,
  locked: z.boolean(),
};

/** The previous or next entry of a journal, for navigation. */
export const Neighbour = z.object(neighbourFields);
/** See {@link Neighbour}. */
export type Neighbour = z.output<typeof Neighbour>;

const listedFields = {
  ...neighbourFields,
  excerpt: z.string(),
  word_count: z.number(),
  modified_at: Instant,
  timezone: z.string(),
  revision: z.number(),
  starred: z.boolean(),
  is_unlocked: z.boolean(),
  password_hint: z.string().nullable(),
  /** the options of the entry's lock, as in a journal; `false` without a lock */
  remember_password: z.boolean(),
  auto_lock: z.boolean(),
  /** 1: active, 2: in the trash */
  status_id: z.union([z.literal(1), z.literal(2)]),
  trashed_at: Instant.nullable(),
  prompt_id: Id.nullable(),
  pad_theme_id: z.number(),
  page_theme_id: z.number(),
  journal: z.object({ id: Id, name: z.string() }),
  tags: z.array(z.object({ id: Id, name: z.string() })),
  /** in a list, the first 20 photos; `GET …/photos` has all of them */
  photos: PhotoList,
  is_read_only: z.boolean(),
  /** the settings that the journal had when the entry became read-only; `null` for a writable entry */
  original_journal_settings: ComposeSetting.nullable(),
  public_url: z.string().nullable(),
};

/** An entry in a list: an excerpt, no body. */
export const ListedEntry = z.object(listedFields);
/** See {@link ListedEntry}. */
export type ListedEntry = z.output<typeof ListedEntry>;

/** An entry with its body. `richtext_body` and `html_body` are the same sanitised HTML. */
export const Entry = z.object({
  ...listedFields,
  richtext_body: z.string(),
  html_body: z.string(),
  plaintext_body: z.string(),
});
/** See {@link Entry}. */
export type Entry = z.output<typeof Entry>;

/** A page of a journal's entries. `next_cursor` leads to the next page; it is `null` on the last one. */
export const EntryList = z.object({
  journal: Journal,
  entries: z.array(z.object({ entry: ListedEntry })),
  /** How many entries the view and the filters match. Filtered and starred lists are counted up to 10,000. */
  total_entries: z.number(),
  next_cursor: z.string().nullable(),
});

/**
 * One save of an entry. `session` groups saves that follow each other quickly; 1 is the newest group. In a list,
 * `plain_text_body` is cut at 5,000 characters.
 */
export const Version = z.object({
  id: Id,
  created_at: Instant,
  plain_text_body: z.string(),
  word_count: z.number(),
  words_added: z.number(),
  words_removed: z.number(),
  session: z.number(),
});
/** See {@link Version}. */
export type Version = z.output<typeof Version>;

/** A version in a list, with how its title and pictures differ from those of the version before. */
export const ListedVersion = Version.extend({
  title_changed: z.boolean(),
  /** how many pictures (photos and others) are new in the text, and how many are no longer in the text */
  photos_added: z.number(),
  photos_removed: z.number(),
  /** how many pictures have another description than in the version before */
  descriptions_changed: z.number(),
});
/** See {@link ListedVersion}. */
export type ListedVersion = z.output<typeof ListedVersion>;

/** A picture that is in only one of two compared texts. */
export const ChangedPicture = z.object({
  /** `null` for a picture from another website */
  photo_id: Id.nullable(),
  /** `null` for a photo that was deleted since */
  url: z.string().nullable(),
  description: z.string(),
});
/** See {@link ChangedPicture}. */
export type ChangedPicture = z.output<typeof ChangedPicture>;

const title = z.string().max(bounds.title, `A title may have at most ${bounds.title} characters.`);
/** Inline pictures become photos of the entry, so they do not count towards its length. */
const inlinePicture = /\bsrc="data:[^"]*"/g;

function isLongerThan(html: string, bytes: number): boolean {
  const text = html.replace(inlinePicture, "");
  return text.length > bytes || new TextEncoder().encode(text).length > bytes;
}

const body = z
  .string()
  .refine(
    (html) => !isLongerThan(html, bounds.bodyBytes),
    "This entry is longer than 1 MB. Split it into two entries to save all of it.",
  );

/** An id in the body of a request. Some clients take the id from a URL and send it as text. */
const NumberOrTextId = z.union([Id, IdText]);

const dates = {
  created_at: DayInput.optional(),
  /** another name for `created_at`; ignored when `created_at` is sent */
  created: DayInput.optional(),
  local_date: LocalDate.optional(),
  timezone: TimeZone.optional(),
};

/** The body of a call that creates an entry. */
export const EntryDraft = z.object({
  title: title.default(""),
  richtext_body: body.default(""),
  prompt_id: NumberOrTextId.nullish(),
  ...dates,
});

/** The fields that a save may change. `modified` is the `modified_at` or the `revision` that the edit is based on. */
export const EntryEdit = z
  .object({
    title: title.optional(),
    richtext_body: body.optional(),
    modified: z.union([z.string().max(40), z.number()]).nullish(),
    starred: z.boolean().optional(),
    /** 1 takes the entry out of the trash. */
    status_id: z.literal(1).optional(),
    pad_theme_id: PadThemeId.optional(),
    page_theme_id: PageThemeId.optional(),
    prompt_id: NumberOrTextId.nullish(),
    /**
     * When this id differs from the path, the entry moves to this journal. If the journal of the path has a lock, `plain_password`
     * is its password. Then `lock` and `unlock` must not be true, because with them it is the password of the entry's lock.
     */
    journal_id: NumberOrTextId.optional(),
    /** Must be equal to the id in the path. */
    entry_id: NumberOrTextId.optional(),
    ...dates,
    ...lockFields,
  })
  .superRefine(checkLockForm)
  .refine((edit) => edit.lock_type !== lockTypes.encryption, {
    path: ["lock_type"],
    error: "Only a whole journal can be encrypted.",
  });

const wrappedEntry = z.object({ entry: Entry });
const entryErrors = ["not_found", "invalid_id", "locked"] as const;

/** Calls of entries and their versions. */
export const entries = {
  listEntries: endpoint({
    access: "session",
    params: JournalRef,
    query: z.object({
      limit: queryInt(1, paging.maxLimit, paging.defaultLimit),
      page: queryInt(1, 1_000_000, 1),
      cursor: z.string().max(200).optional(),
      since: InstantInput.optional(),
      view: z.enum(["active", "trashed", "starred"]).default("active"),
      /** Some clients call the order by date `cad`. */
      order: z
        .enum(["created", "modified", "cad"])
        .transform((order) => (order === "cad" ? "created" : order))
        .default("created"),
      dir: z.enum(["asc", "desc"]).default("desc"),
      time: z.enum(["all", "today", "week", "month", "year", "custom"]).default("all"),
      timeStart: DayInput.optional(),
      timeEnd: DayInput.optional(),
      tag: IdText.optional(),
    }),
    replies: { 200: EntryList },
    errors: [...entryErrors],
  }),
  createEntry: endpoint({
    access: "session",
    params: JournalRef,
    body: EntryDraft,
    replies: { 201: wrappedEntry },
    errors: [...entryErrors, "journal_trashed"],
  }),
  getEntry: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({
      previous: queryInt(0, paging.maxNeighbours, 0),
      next: queryInt(0, paging.maxNeighbours, 0),
    }),
    replies: {
      200: z.object({
        entry: Entry,
        previous: z.array(z.object({ entry: Neighbour })),
        next: z.array(z.object({ entry: Neighbour })),
      }),
    },
    errors: [...entryErrors],
  }),
  updateEntry: endpoint({
    access: "session",
    params: EntryRef,
    body: EntryEdit,
    replies: { 200: wrappedEntry, 204: null },
    errors: [
      ...entryErrors,
      "revision_conflict",
      "entry_trashed",
      "forbidden",
      "pro_required",
      "wrong_password",
    ],
  }),
  listVersions: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({
      page: queryInt(1, 1_000_000, 1),
      limit: queryInt(1, paging.maxVersionsPerPage, paging.versionsPerPage),
    }),
    replies: {
      200: z.object({ total_versions: z.number(), versions: z.array(z.object({ version: ListedVersion })) }),
    },
    errors: [...entryErrors],
  }),
  previewVersion: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({ version_id: IdText }),
    replies: {
      200: z.object({ version: Version.extend({ title: z.string(), richtext_body: z.string() }) }),
    },
    errors: [...entryErrors],
  }),
  restoreVersion: endpoint({
    access: "session",
    params: EntryRef,
    // With `replace`, the version becomes the text of this entry, otherwise that of a new entry.
    query: z.object({ version_id: IdText, replace: QueryFlag.default(true) }),
    replies: { 200: wrappedEntry },
    errors: [...entryErrors, "entry_trashed", "forbidden", "journal_trashed"],
  }),
  diffVersions: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({ from: IdText, to: IdText }),
    replies: {
      200: z.object({
        diff: z.array(z.object({ op: z.enum(["equal", "insert", "delete"]), text: z.string() })),
        photos_added: z.array(ChangedPicture),
        photos_removed: z.array(ChangedPicture),
      }),
    },
    errors: [...entryErrors],
  }),
};
