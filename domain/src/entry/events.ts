import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
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
  EntryTrashed: event({ entryId, at }),
  /** `journalId` differs from the one it was in when that journal is gone. */
  EntryRestored: event({ entryId, journalId: Id, at }),
  /** The entry's key is destroyed with this event: nobody can read its past any more. */
  EntryErased: event({ entryId, at }),
};

/** See {@link entryEvents}. */
export type EntryEvent = EventOf<typeof entryEvents>;
/** The sealed text of a save, with its figures. */
export type EntryContent = Omit<Extract<EntryEvent, { type: "EntryRevised" }>["data"], "entryId" | "at">;
