import { wordBag } from "@daybook/content/words-changed";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EditBase, Entry, EntryCommand } from "@daybook/domain/entry/entry";
import type { EntryContent } from "@daybook/domain/entry/events";
import { contentKeyOf, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Outcome } from "@daybook/platform/commands/handle-command";
import { type DataKey, KeyGone } from "@daybook/platform/privacy/key-vault";
import type { Opening } from "@daybook/platform/privacy/lock-facts";
import { contentTag } from "@daybook/platform/privacy/seal";
import { entryById } from "@daybook/read-models/queries/entries";
import type { Act } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { ensureContentKey } from "../policies/content-key.ts";
import type { OpenEntry } from "../policies/entry-access.ts";
import { claimId } from "./claim-id.ts";
import type { EntryDate } from "./entry-dates.ts";
import { type EntryText, openEntryText, sealEntryText } from "./entry-text.ts";
import { copyPhotos, type PhotoSource, takeOutImages, type WithPhotos } from "./photos/take-out-images.ts";
import { projected, type ReadModel } from "./projected.ts";

/** An entry that a command is about: its id, what is folded of it, and what the gate let through. */
export type LoadedEntry = OpenEntry & { readonly entryId: number; readonly state: Entry };

const noWords = wordBag("");
const contentEvents = new Set(["EntryCreated", "EntryRevised", "EntryVersionRestored"]);

/** The text that an entry has at its folded revision: from the read model, or from the log when that is late. */
export async function currentText(
  deps: ApiDeps,
  { entryId, state, key }: Pick<LoadedEntry, "entryId" | "state" | "key">,
): Promise<EntryText> {
  const row = await entryById(deps.pool, entryId);
  if (row?.revision === state.revision) return openEntryText(key, entryId, row);
  const event = await deps.commands.findLast(streamOf.entry(entryId), ({ type }) => contentEvents.has(type));
  if (!event) throw new Error("an entry without a text");
  return openEntryText(key, entryId, event.data as EntryContent);
}

/** Images are no words, so the rest of a text stays as it was read. */
const withHtml = (text: EntryText, html: string): EntryText =>
  html === text.html ? text : { ...text, html };

const readModelsOf = (added: WithPhotos["added"]): ReadModel[] => [
  "entry-page",
  "entry-versions",
  ...(added.length > 0 ? (["entry-photos"] as const) : []),
];

/** After the append, which may have kept fewer; the sweep asks the log about each of them that is left. */
function settlePhotos(deps: ApiDeps, added: WithPhotos["added"]): void {
  if (added.length === 0) return;
  deps.inBackground("settling photos", () => deps.photos.settle(added.map(({ data }) => data.photoId)));
}

/** What a new entry is made of. */
export type NewEntry = {
  readonly userId: number;
  readonly journalId: number;
  readonly text: EntryText;
  readonly date: EntryDate;
  readonly promptId: number | null;
  /** The entry that the text is a copy of; the copy gets photos of its own. */
  readonly photosFrom?: PhotoSource;
  /** Whose request it is: an entry in a locked journal is made by whoever has that open. */
  readonly opening: Opening;
};

/** Puts a new entry into the log: its key first, durable before the event that needs it. */
export function createEntry(
  deps: ApiDeps,
  act: Act,
  draft: NewEntry,
): Promise<(Outcome<Entry> & LoadedEntry) | Rejection> {
  return claimId(act.ids[0], (entryId) => createUnderId(deps, act, draft, entryId));
}

/** The key of a new entry, under its journal's content; the content key of an older journal is made with it. */
async function makeKey(deps: ApiDeps, entryId: number, { journalId, opening }: NewEntry): Promise<DataKey> {
  const [stream, content] = [streamOf.entry(entryId), contentKeyOf(journalId)];
  try {
    return await deps.vault.create(stream, content, opening);
  } catch (error) {
    if (!(error instanceof KeyGone)) throw error;
    await ensureContentKey(deps, journalId, opening);
    return deps.vault.create(stream, content, opening);
  }
}

async function createUnderId(
  deps: ApiDeps,
  act: Act,
  draft: NewEntry,
  entryId: number,
): Promise<(Outcome<Entry> & LoadedEntry) | Rejection> {
  const versionId = act.ids[1];
  const stream = streamOf.entry(entryId);
  const key = await makeKey(deps, entryId, draft);
  const behindLock = draft.opening.passed.size > 0;
  const owner = { userId: draft.userId, entryId, key };
  const source = draft.photosFrom;
  const copied = source && (await copyPhotos(deps, act, owner, source, draft.text.html));
  const { html, added } = copied ?? (await takeOutImages(deps, act, owner, [], draft.text.html));
  const text = withHtml(draft.text, html);
  const { content, words } = sealEntryText(key, entryId, versionId, text, noWords);
  const { journalId, userId: accountId, promptId, date } = draft;
  const outcome = await deps.commands.execute({
    decider: entryDecider,
    stream,
    commands: [
      {
        type: "CreateEntry",
        data: { entryId, journalId, accountId, promptId, ...content, ...date, at: act.at },
      },
      ...added,
    ],
    context: act,
  });
  if (isRejection(outcome)) return outcome;
  if (!behindLock) deps.words.set(entryId, outcome.state.revision, words, act.now);
  settlePhotos(deps, added);
  await projected(deps, readModelsOf(added), outcome.position);
  return { ...outcome, entryId, key, lock: null, behindLock };
}

/** What a save changes; parts that are absent stay as they are. */
export type EntryChange = {
  readonly text?: EntryText;
  readonly base?: EditBase;
  readonly restoredVersionId?: number;
  readonly date?: EntryDate;
  readonly starred?: boolean;
  readonly themes?: { readonly padThemeId?: number | undefined; readonly pageThemeId?: number | undefined };
  readonly restoreInto?: number;
};

/** Saves changes of an entry as one append: all of them or none. */
export function saveEntry(
  deps: ApiDeps,
  act: Act,
  entry: LoadedEntry,
  change: EntryChange,
): Promise<Outcome<Entry> | Rejection> {
  return claimId(act.ids[1], (versionId) => saveUnderId(deps, act, entry, change, versionId));
}

/** Takes the images out of the text of a save; from a trashed entry, which refuses the save, nothing is taken. */
async function takeOutOf(deps: ApiDeps, act: Act, { entryId, state, key }: LoadedEntry, text?: EntryText) {
  if (!text || state.status !== "active") return { text, added: [] };
  const owner = { userId: state.accountId, entryId, key };
  const { html, added } = await takeOutImages(deps, act, owner, state.photos, text.html);
  return { text: withHtml(text, html), added };
}

async function saveUnderId(
  deps: ApiDeps,
  act: Act,
  entry: LoadedEntry,
  change: EntryChange,
  versionId: number,
): Promise<Outcome<Entry> | Rejection> {
  const { entryId, state, key, behindLock } = entry;
  const at = act.at;
  const commands: EntryCommand[] = [];
  let saved: ReturnType<typeof sealEntryText> | null = null;

  if (change.restoreInto !== undefined) {
    const data = { entryId, journalId: change.restoreInto, at };
    commands.push({ type: "RestoreEntry", data, from: change.restoreInto });
  }
  const taken = await takeOutOf(deps, act, entry, change.text);
  commands.push(...taken.added);
  if (taken.text) {
    const { text } = taken;
    const unchanged = contentTag(key, [text.title, text.html]) === state.contentTag;
    const before = deps.words.get(entryId, state.revision);
    const words = unchanged ? noWords : (before ?? wordBag((await currentText(deps, entry)).text));
    saved = sealEntryText(key, entryId, versionId, text, words);
    commands.push(
      change.restoredVersionId === undefined
        ? { type: "ReviseEntry", data: { entryId, ...saved.content, at }, base: change.base }
        : {
            type: "RestoreVersion",
            data: { entryId, ...saved.content, restoredVersionId: change.restoredVersionId, at },
          },
    );
  }
  if (change.date) commands.push({ type: "RedateEntry", data: { entryId, ...change.date, at } });
  if (change.starred !== undefined) {
    commands.push({ type: "StarEntry", data: { entryId, at }, starred: change.starred });
  }
  if (change.themes) commands.push({ type: "ThemeEntry", data: { entryId, ...change.themes, at } });

  const outcome = await deps.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands,
    context: act,
  });
  if (isRejection(outcome)) return outcome;
  if (saved && !behindLock && outcome.state.contentTag === saved.content.contentTag) {
    deps.words.set(entryId, outcome.state.revision, saved.words, act.now);
  }
  settlePhotos(deps, taken.added);
  await projected(deps, readModelsOf(taken.added), outcome.position);
  return outcome;
}
