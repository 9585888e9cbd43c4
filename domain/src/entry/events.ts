import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { composeSettings } from "../journal/compose-settings.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const entryId = Id;

/**
 * A saved text: the sealed content, and its counts. The counts are not sealed, because read models need them and have no key.
 * `contentTag` is a keyed hash of title and body. Two versions of an entry with the same `contentTag` have the same title and body.
 */
const content = {
  versionId: Id,
  title: sealed("entry.title"),
  body: sealed("entry.body"),
  excerpt: sealed("entry.excerpt"),
  contentTag: z.string(),
  wordCount: z.number(),
  wordsAdded: z.number(),
  wordsRemoved: z.number(),
};

/** The date of an entry: the instant, the writer's time zone, and the date that clients show. */
const date = { createdAt: z.string(), localDate: z.string(), timezone: z.string() };

/** The events of an entry. Every saved text can be restored until the entry is erased. */
export const entryEvents = {
  EntryCreated: event({
    entryId,
    journalId: Id,
    accountId: Id,
    promptId: Id.nullable(),
    ...content,
    ...date,
    at,
  }),
  EntryRevised: event({ entryId, ...content, at }),
  EntryVersionRestored: event({ entryId, restoredVersionId: Id, ...content, at }),
  EntryRedated: event({ entryId, ...date, at }),
  EntryStarred: event({ entryId, at }),
  EntryUnstarred: event({ entryId, at }),
  EntryTagged: event({ entryId, tagId: Id, at }),
  EntryUntagged: event({ entryId, tagId: Id, at }),
  /** Everyone with the link may read the entry. The slug derives from the master key and `linkId`; the log has its hash. */
  EntryPublished: event({ entryId, linkId: Id, slugHash: z.string(), at }),
  EntryUnpublished: event({ entryId, at }),
  EntryTrashed: event({ entryId, at }),
  EntryMoved: event({ entryId, journalId: Id, fromJournalId: Id, at }),
  EntryThemed: event({ entryId, padThemeId: Id, pageThemeId: Id, at }),
  /** The prompt that the entry answers, or none. */
  EntryPrompted: event({ entryId, promptId: Id.nullable(), at }),
  /** `journalId` is the journal that the entry was in, or another one that its owner chose. */
  EntryRestored: event({ entryId, journalId: Id, at }),
  /**
   * The picture files are outside the log, sealed with the entry's key. `meta` has type, width and height. `size` is
   * in bytes. `sourceTag` is a keyed hash of the uploaded file, to recognise a repeated upload.
   */
  PhotoAdded: event({
    entryId,
    photoId: Id,
    meta: sealed("photo.meta"),
    size: z.number(),
    sourceTag: z.string(),
    at,
  }),
  PhotoRemoved: event({ entryId, photoId: Id, at }),
  /** The entry's key is deleted with this event. Nobody can then read its history. */
  EntryErased: event({ entryId, at }),
  /** A password was set or changed. Only the vault has its hash. */
  EntryLocked: event({
    entryId,
    hint: sealed("entry.password_hint"),
    /** The lock can be closed again without its password. */
    remember: z.boolean(),
    /** The lock closes by itself after a while. */
    auto: z.boolean(),
    at,
  }),
  /** The owner removed the lock with the password, or a mailed link removed it without the password. */
  EntryLockRemoved: event({ entryId, by: z.enum(["owner", "link"]), at }),
  /** An operator made the entry read-only. It keeps the font, date display and themes that its journal has at this moment. */
  EntryMadeReadOnly: event({ entryId, settings: composeSettings, at }),
  EntryMadeWritable: event({ entryId, at }),
  /** Looking Glass never shows the entry again. */
  EntryExcludedFromLookingGlass: event({ entryId, at }),
};

/** See {@link entryEvents}. */
export type EntryEvent = EventOf<typeof entryEvents>;
/** A sealed text with its counts. */
export type EntryContent = Omit<Extract<EntryEvent, { type: "EntryRevised" }>["data"], "entryId" | "at">;
