import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Journal } from "./journals.ts";
import { PhotoList } from "./photos.ts";
import { checkLockForm, lockFields } from "./lock-form.ts";
import {
  ComposeLook,
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

const shared = {
  id: Id,
  title: z.string(),
  created_at: Instant,
  local_date: LocalDate,
  locked: z.boolean(),
};

/** An older or newer entry beside the one that is read. */
export const Neighbour = z.object(shared);
/** See {@link Neighbour}. */
export type Neighbour = z.output<typeof Neighbour>;

const listed = {
  ...shared,
  excerpt: z.string(),
  word_count: z.number(),
  modified_at: Instant,
  timezone: z.string(),
  revision: z.number(),
  starred: z.boolean(),
  is_unlocked: z.boolean(),
  password_hint: z.string().nullable(),
  /** how its lock behaves, as a journal's; false without one */
  remember_password: z.boolean(),
  auto_lock: z.boolean(),
  status_id: z.union([z.literal(1), z.literal(2)]),
  trashed_at: Instant.nullable(),
  prompt_id: Id.nullable(),
  pad_theme_id: z.number(),
  page_theme_id: z.number(),
  journal: z.object({ id: Id, name: z.string() }),
  tags: z.array(z.object({ id: Id, name: z.string() })),
  is_read_only: z.boolean(),
  /** how the journal of a read-only entry was set when it was handed over */
  original_journal_settings: ComposeLook.nullable(),
  public_url: z.string().nullable(),
};

/** An entry in a list: an excerpt, no body. */
export const ListedEntry = z.object(listed);
/** See {@link ListedEntry}. */
export type ListedEntry = z.output<typeof ListedEntry>;

/** An entry on its own. `richtext_body` is the editor's HTML, sanitised; `html_body` is safe to show anywhere. */
export const Entry = z.object({
  ...listed,
  richtext_body: z.string(),
  html_body: z.string(),
  plaintext_body: z.string(),
  photos: PhotoList,
});
/** See {@link Entry}. */
export type Entry = z.output<typeof Entry>;

/** A page of a journal's entries. `next_cursor` continues it at any depth, and is null at its end. */
export const EntryList = z.object({
  journal: Journal,
  entries: z.array(z.object({ entry: ListedEntry })),
  next_cursor: z.string().nullable(),
});

/** One save of an entry. `session` numbers the sittings that quick saves belong to, newest first. */
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

const title = z.string().max(bounds.title, `A title may have at most ${bounds.title} characters.`);
/** Pictures within a text are taken out and kept as photos, so they are no part of its length. */
const inlined = /\bsrc="data:[^"]*"/g;

function isLongerThan(bytes: number, html: string): boolean {
  const text = html.length > bytes ? html.replace(inlined, "") : html;
  return text.length > bytes || new TextEncoder().encode(text).length > bytes;
}

const body = z
  .string()
  .refine(
    (html) => !isLongerThan(bounds.bodyBytes, html),
    "This entry is longer than 1 MB. Split it in two and nothing is lost.",
  );

/** An id in a body; some clients take it from an address, and so send it as text. */
const LooseId = z.union([Id, IdText]);

const dates = {
  created_at: DayInput.optional(),
  created: DayInput.optional(),
  local_date: LocalDate.optional(),
  timezone: TimeZone.optional(),
};

/** What a new entry is made of. */
export const EntryDraft = z.object({
  title: title.default(""),
  richtext_body: body.default(""),
  prompt_id: Id.nullish(),
  ...dates,
});

/** What a save may change; `modified` is the `modified_at` or the `revision` that the edit is based on. */
export const EntryEdit = z
  .object({
    title: title.optional(),
    richtext_body: body.optional(),
    modified: z.union([z.string().max(40), z.number()]).nullish(),
    starred: z.boolean().optional(),
    status_id: z.literal(1).optional(),
    pad_theme_id: PadThemeId.optional(),
    page_theme_id: PageThemeId.optional(),
    /** Another journal than that of the path: the entry is moved there. */
    journal_id: LooseId.optional(),
    /** Checked against the path, for whoever sends both. */
    entry_id: LooseId.optional(),
    ...dates,
    ...lockFields,
  })
  .superRefine(checkLockForm)
  .refine((edit) => edit.lock_type !== 3, {
    path: ["lock_type"],
    error: "Only a whole journal can be encrypted.",
  });

const wrapped = z.object({ entry: Entry });
const own = ["not_found", "invalid_id", "locked"] as const;

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
      order: z.enum(["created", "modified"]).default("created"),
      dir: z.enum(["asc", "desc"]).default("desc"),
      time: z.enum(["all", "today", "week", "month", "year", "custom"]).default("all"),
      timeStart: DayInput.optional(),
      timeEnd: DayInput.optional(),
      tag: IdText.optional(),
    }),
    replies: { 200: EntryList },
    errors: [...own],
  }),
  createEntry: endpoint({
    access: "session",
    params: JournalRef,
    body: EntryDraft,
    replies: { 201: wrapped },
    errors: [...own, "journal_trashed"],
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
    errors: [...own],
  }),
  updateEntry: endpoint({
    access: "session",
    params: EntryRef,
    body: EntryEdit,
    replies: { 200: wrapped, 204: null },
    errors: [...own, "revision_conflict", "entry_trashed", "forbidden", "pro_required", "wrong_password"],
  }),
  listVersions: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({
      page: queryInt(1, 1_000_000, 1),
      limit: queryInt(1, paging.maxLimit, paging.versionsPerPage),
    }),
    replies: {
      200: z.object({ total_versions: z.number(), versions: z.array(z.object({ version: Version })) }),
    },
    errors: [...own],
  }),
  previewVersion: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({ version_id: IdText }),
    replies: {
      200: z.object({ version: Version.extend({ title: z.string(), richtext_body: z.string() }) }),
    },
    errors: [...own],
  }),
  restoreVersion: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({ version_id: IdText, replace: QueryFlag.default(true) }),
    replies: { 200: wrapped },
    errors: [...own, "entry_trashed", "forbidden", "journal_trashed"],
  }),
  diffVersions: endpoint({
    access: "session",
    params: EntryRef,
    query: z.object({ from: IdText, to: IdText }),
    replies: {
      200: z.object({
        diff: z.array(z.object({ op: z.enum(["equal", "insert", "delete"]), text: z.string() })),
      }),
    },
    errors: [...own],
  }),
};
