import { wordBagOf } from "@daybook/content/words-changed";
import type { EditBase, Entry, EntryCommand } from "@daybook/domain/entry/entry";
import type { EntryContent } from "@daybook/domain/entry/events";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandResult } from "@daybook/platform/commands/handle-command";
import { type DataKey, KeyGone } from "@daybook/platform/vault/key-vault";
import type { LockAccess } from "@daybook/platform/vault/lock-access";
import { contentTag } from "@daybook/platform/vault/seal";
import { entryById, type EntryWithBody } from "@daybook/read-models/queries/entries";
import type { Command } from "../context.ts";
import type { Application } from "../application.ts";
import { ensureContentKey } from "../access/content-key.ts";
import type { OpenEntry } from "../access/entry-access.ts";
import { claimId, findClaimedId } from "../claim-id.ts";
import { appendSave } from "./append-save.ts";
import type { EntryDate } from "./entry-dates.ts";
import { type EntryText, openEntryText, sealEntryText, type StoredText } from "./entry-text.ts";
import {
  copyPhotos,
  type PhotoSource,
  storeImagesOfText,
  type TextWithStoredImages,
} from "../photos/store-images-of-text.ts";
import { waitForReadModels, type ReadModel } from "../wait-for-read-models.ts";

/** An entry for a command: its id, its folded state, and its key and locks after the access check. */
export type LoadedEntry = OpenEntry & { readonly entryId: number; readonly state: Entry };

const noWords = wordBagOf("");

/** The events that store a text of an entry. */
export const contentEvents: ReadonlySet<string> = new Set([
  "EntryCreated",
  "EntryRevised",
  "EntryVersionRestored",
]);

/**
 * The current text of an entry, as it is stored: from the read model, or from the log when the read model is behind.
 *
 * @param knownRow the entry's row in the read model, if it was read already
 */
export async function findCurrentStoredText(
  app: Application,
  { entryId, state }: Pick<LoadedEntry, "entryId" | "state">,
  knownRow?: EntryWithBody,
): Promise<StoredText> {
  const row = knownRow ?? (await entryById(app.pool, entryId));
  if (row?.revision === state.revision) return row;
  const event = await app.commands.findLast(streamOf.entry(entryId), ({ type }) => contentEvents.has(type));
  if (!event) throw new Error("an entry without a text");
  return event.data as EntryContent;
}

/** The current text of an entry, decrypted. */
export async function readCurrentText(
  app: Application,
  entry: Pick<LoadedEntry, "entryId" | "state" | "key">,
): Promise<EntryText> {
  const { entryId, state, key } = entry;
  return openEntryText(app, state.accountId, key, entryId, await findCurrentStoredText(app, entry));
}

/** Replaces the HTML after images were changed. Images do not affect the other values. */
const withHtml = (text: EntryText, html: string): EntryText =>
  html === text.html ? text : { ...text, html };

const readModelsOf = (addPhotoCommands: TextWithStoredImages["addPhotoCommands"]): ReadModel[] => [
  "entry-page",
  "entry-versions",
  ...(addPhotoCommands.length > 0 ? (["entry-photos"] as const) : []),
];

/**
 * Call this after the append. Confirms the photos that the log has, and releases the others. A photo is not in the log when the save was
 * refused, or when the first run of a repeated command did not add the photo. If confirming fails, the job `sweep-photos` confirms
 * the photos later.
 */
async function confirmOrReleasePhotos(
  app: Application,
  addPhotoCommands: TextWithStoredImages["addPhotoCommands"],
  outcome: CommandResult<Entry> | Rejection,
): Promise<void> {
  const photoIds = addPhotoCommands.map(({ data }) => data.photoId);
  const loggedPhotos = isRejection(outcome) ? [] : outcome.state.photos;
  const isLogged = (photoId: number): boolean => loggedPhotos.some(({ id }) => id === photoId);
  const loggedIds = photoIds.filter(isLogged);
  await app.photos.release(photoIds.filter((photoId) => !isLogged(photoId)));
  if (loggedIds.length > 0) app.inBackground("confirming photos", () => app.photos.confirm(loggedIds));
}

/** The data of a new entry. */
export type NewEntry = {
  readonly userId: number;
  readonly journalId: number;
  readonly text: EntryText;
  readonly date: EntryDate;
  readonly promptId: number | null;
  /** The entries that the text was copied from. The photos in the text are copied for the new entry. */
  readonly photosFrom: readonly PhotoSource[];
  /** The locks that are open to the actor. If the journal has a lock, that lock must be open. */
  readonly lockAccess: LockAccess;
};

/** The id of the entry that an earlier run of this command created; `null` when it created none. */
export async function findCreatedEntryId(app: Application, command: Command): Promise<number | null> {
  if (!command.repeated) return null;
  const isCreated = async (id: number): Promise<boolean> =>
    (await app.commands.findCommandPosition(streamOf.entry(id), command.commandId)) !== null;
  return findClaimedId(command.ids[0], isCreated);
}

/** Creates an entry. Its key is stored before the event that needs the key. */
export function storeNewEntry(
  app: Application,
  command: Command,
  newEntry: NewEntry,
): Promise<(CommandResult<Entry> & LoadedEntry) | Rejection> {
  return claimId(command.ids[0], (entryId) => createUnderId(app, command, newEntry, entryId));
}

/** Creates the key of a new entry below its journal's content key, which old journals may not have yet. */
async function createEntryKey(
  app: Application,
  entryId: number,
  { journalId, lockAccess }: NewEntry,
): Promise<DataKey> {
  const [keyId, parentId] = [streamOf.entry(entryId), contentKeyId(journalId)];
  try {
    return await app.vault.create(keyId, parentId, lockAccess);
  } catch (error) {
    if (!(error instanceof KeyGone)) throw error;
    await ensureContentKey(app, journalId, lockAccess);
    return app.vault.create(keyId, parentId, lockAccess);
  }
}

async function createUnderId(
  app: Application,
  command: Command,
  newEntry: NewEntry,
  entryId: number,
): Promise<(CommandResult<Entry> & LoadedEntry) | Rejection> {
  const versionId = command.ids[1];
  const key = await createEntryKey(app, entryId, newEntry);
  const isLockProtected = newEntry.lockAccess.traversedLocks.size > 0;
  const owner = { userId: newEntry.userId, entryId, key };
  const textWithPhotos = await storeImagesOfText(app, command, owner, [], newEntry.text.html);
  const { html, addPhotoCommands } = await copyPhotos(
    app,
    command,
    owner,
    [],
    newEntry.photosFrom,
    textWithPhotos,
  );
  const text = withHtml(newEntry.text, html);
  const { content, words } = await sealEntryText(
    app,
    newEntry.userId,
    key,
    entryId,
    versionId,
    text,
    noWords,
  );
  const { journalId, userId: accountId, promptId, date } = newEntry;
  const outcome = await appendSave(app, command, entryId, [
    {
      type: "CreateEntry",
      data: { entryId, journalId, accountId, promptId, ...content, ...date, at: command.at },
    },
    ...addPhotoCommands,
  ]);
  await confirmOrReleasePhotos(app, addPhotoCommands, outcome);
  if (isRejection(outcome)) return outcome;
  if (words && !isLockProtected) app.wordBags.set(entryId, outcome.state.revision, words, command.now);
  await waitForReadModels(app, readModelsOf(addPhotoCommands), outcome.position);
  return { ...outcome, entryId, key, lock: null, isLockProtected };
}

/** The changes of a save. Absent parts do not change. */
export type EntryChange = {
  readonly text?: EntryText;
  readonly base?: EditBase;
  /** The entries that the text was copied from. */
  readonly photosFrom?: readonly PhotoSource[];
  readonly restoredVersionId?: number;
  readonly date?: EntryDate;
  readonly starred?: boolean;
  readonly themes?: { readonly padThemeId?: number | undefined; readonly pageThemeId?: number | undefined };
  readonly promptId?: number | null;
  /** The journal of a trashed entry, when the save also restores the entry. */
  readonly restoreInto?: number;
};

/** Saves changes of an entry as one append: all of them or none. */
export function saveEntry(
  app: Application,
  command: Command,
  entry: LoadedEntry,
  change: EntryChange,
): Promise<CommandResult<Entry> | Rejection> {
  return claimId(command.ids[1], (versionId) => saveUnderId(app, command, entry, change, versionId));
}

/**
 * Stores the inline and copied images of a saved text as photos. Does nothing for a trashed entry. If the same save restores the entry,
 * the images stay as they are until the next save. Otherwise the decider refuses the text.
 */
async function storeInlineImages(
  app: Application,
  command: Command,
  { entryId, state, key }: LoadedEntry,
  { text, photosFrom = [] }: EntryChange,
) {
  if (!text || state.status !== "active") return { text, addPhotoCommands: [] };
  const owner = { userId: state.accountId, entryId, key };
  const textWithPhotos = await storeImagesOfText(app, command, owner, state.photos, text.html);
  const { html, addPhotoCommands } = await copyPhotos(
    app,
    command,
    owner,
    state.photos,
    photosFrom,
    textWithPhotos,
  );
  return { text: withHtml(text, html), addPhotoCommands };
}

async function saveUnderId(
  app: Application,
  command: Command,
  entry: LoadedEntry,
  change: EntryChange,
  versionId: number,
): Promise<CommandResult<Entry> | Rejection> {
  const { entryId, state, key, isLockProtected } = entry;
  const at = command.at;
  const commands: EntryCommand[] = [];
  let sealedText: Awaited<ReturnType<typeof sealEntryText>> | null = null;

  if (change.restoreInto !== undefined) {
    const data = { entryId, journalId: change.restoreInto, at };
    commands.push({ type: "RestoreEntry", data, expectedJournalId: change.restoreInto });
  }
  const textWithPhotos = await storeInlineImages(app, command, entry, change);
  commands.push(...textWithPhotos.addPhotoCommands);
  if (textWithPhotos.text) {
    const { text } = textWithPhotos;
    const isUnchanged = contentTag(key, [text.title, text.html]) === state.contentTag;
    const previousWords = app.wordBags.get(entryId, state.revision);
    // The decider does not store an unchanged text, so the words of the previous text are not needed. Exception: another save changes the
    // entry's text before this append. Then this text is stored, and all its words count as added.
    const previousTextOrWords = isUnchanged
      ? noWords
      : (previousWords ?? (await findCurrentStoredText(app, entry)).body);
    sealedText = await sealEntryText(
      app,
      state.accountId,
      key,
      entryId,
      versionId,
      text,
      previousTextOrWords,
    );
    commands.push(
      change.restoredVersionId === undefined
        ? { type: "ReviseEntry", data: { entryId, ...sealedText.content, at }, base: change.base }
        : {
            type: "RestoreVersion",
            data: { entryId, ...sealedText.content, restoredVersionId: change.restoredVersionId, at },
          },
    );
  }
  if (change.date) commands.push({ type: "RedateEntry", data: { entryId, ...change.date, at } });
  if (change.starred !== undefined) {
    commands.push({ type: "StarEntry", data: { entryId, at }, starred: change.starred });
  }
  if (change.themes) commands.push({ type: "ThemeEntry", data: { entryId, ...change.themes, at } });

  if (change.promptId !== undefined) {
    commands.push({ type: "PromptEntry", data: { entryId, promptId: change.promptId, at } });
  }

  const outcome = await appendSave(app, command, entryId, commands);
  await confirmOrReleasePhotos(app, textWithPhotos.addPhotoCommands, outcome);
  if (isRejection(outcome)) return outcome;
  if (sealedText?.words && !isLockProtected && outcome.state.contentTag === sealedText.content.contentTag) {
    app.wordBags.set(entryId, outcome.state.revision, sealedText.words, command.now);
  }
  await waitForReadModels(app, readModelsOf(textWithPhotos.addPhotoCommands), outcome.position);
  return outcome;
}
