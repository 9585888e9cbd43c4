import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { composeSettings } from "../journal/compose-settings.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const entryId = Id;

/**
 * One saved text: what was written, sealed, and beside it what read models need without a key. `contentTag` is a keyed
 * tag of title and body, so that "nothing changed" is decided without reading them.
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

/** When an entry is dated: the instant, the writer's zone, and the date that is shown. */
const date = { createdAt: z.string(), localDate: z.string(), timezone: z.string() };

/** What happens to an entry. Every text ever saved stays restorable until the entry is erased. */
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
  /** Whoever has the link may read it. The slug derives from the master key and `linkId`; the log knows its hash only. */
  EntryPublished: event({ entryId, linkId: Id, slugHash: z.string(), at }),
  EntryUnpublished: event({ entryId, at }),
  EntryTrashed: event({ entryId, at }),
  EntryMoved: event({ entryId, journalId: Id, fromJournalId: Id, at }),
  EntryThemed: event({ entryId, padThemeId: Id, pageThemeId: Id, at }),
  /** `journalId` differs from the one it was in when that journal is gone. */
  EntryRestored: event({ entryId, journalId: Id, at }),
  /**
   * A photo of the entry; its pictures lie outside the log, sealed under the entry's key. `meta` holds its type, width and
   * height, `size` is in bytes, and `sourceTag` is a keyed tag of the file as it came, by which a repeat is known.
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
  /** The entry's key is destroyed with this event: nobody can read its past any more. */
  EntryErased: event({ entryId, at }),
  /** A password was set, or another one. What it is checked against stands in the vault alone. */
  EntryLocked: event({
    entryId,
    hint: sealed("entry.password_hint"),
    remember: z.boolean(),
    auto: z.boolean(),
    at,
  }),
  EntryLockRemoved: event({ entryId, by: z.enum(["owner", "link"]), at }),
  /** An operator hands it over to be read and not changed; it keeps the look that its journal had then. */
  EntryMadeReadOnly: event({ entryId, settings: composeSettings, at }),
  EntryMadeWritable: event({ entryId, at }),
};

/** See {@link entryEvents}. */
export type EntryEvent = EventOf<typeof entryEvents>;
/** The sealed text of a save, with its figures. */
export type EntryContent = Omit<Extract<EntryEvent, { type: "EntryRevised" }>["data"], "entryId" | "at">;
