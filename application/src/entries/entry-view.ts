import { entryDecider } from "@daybook/domain/entry/decider";
import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import { composeSettings } from "@daybook/domain/journal/compose-settings";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { contentTag } from "@daybook/platform/vault/seal";
import {
  type EntryPath,
  findEntryMetadata,
  type ListedText,
  openEntryState,
} from "../access/entry-access.ts";
import { findActiveJournal, type DecryptedJournal } from "../access/journal-access.ts";
import type { LockView } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "../photos/photo-views.ts";
import { withAppliedThemes } from "./applied-themes.ts";
import { type EntryExtras, findExtrasOfState, noExtras } from "./entry-extras.ts";
import type { EntryText } from "./entry-text.ts";
import { readCurrentText, type LoadedEntry } from "./save-entry.ts";

/** The unencrypted data of an entry, from a read-model row or a folded entry. */
export type EntryMetadata = {
  readonly id: number;
  readonly createdAt: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly modifiedAt: string;
  readonly revision: number;
  readonly starred: boolean;
  readonly status: string;
  readonly trashedAt: string | null;
  readonly wordCount: number;
  readonly promptId: number | null;
  readonly padThemeId: number;
  readonly pageThemeId: number;
  /** The settings of a read-only entry; a row has them as JSON. */
  readonly originalSettings: ComposeSettings | string | null;
};

/** An entry in a list. A locked entry has no excerpt, word count, photos, tags or public link. */
export type ListedEntryView = EntryExtras & {
  readonly metadata: Omit<EntryMetadata, "originalSettings">;
  /** Not null for a read-only entry. */
  readonly originalSettings: ComposeSettings | null;
  readonly title: string;
  readonly excerpt: string;
  readonly lock: LockView | null;
  readonly journal: { readonly id: number; readonly name: string };
  readonly photos: readonly PhotoView[];
};

/** An entry with its body. A locked entry has no body either. */
export type EntryView = ListedEntryView & {
  /** Its images have photo ids but no URLs. */
  readonly html: string;
  readonly plainText: string;
};

/** The photos, the tags and the public link of an entry. */
type PhotosAndExtras = { readonly photos: readonly PhotoView[]; readonly extras: EntryExtras };

/** Parses stored settings. They come from an event, which was checked with the same schema. */
const parseSettings = (settingsJson: EntryMetadata["originalSettings"]): ComposeSettings | null =>
  typeof settingsJson === "string" ? composeSettings.parse(JSON.parse(settingsJson)) : settingsJson;

/** Converts an entry for a list. */
export function viewListedEntry(
  metadata: EntryMetadata,
  { title, excerpt, lock }: Omit<ListedText, "key">,
  journal: Pick<DecryptedJournal, "id" | "plaintextName">,
  { photos, extras }: PhotosAndExtras,
): ListedEntryView {
  const isOpen = lock?.isOpen ?? true;
  return {
    metadata: isOpen ? metadata : { ...metadata, wordCount: 0 },
    originalSettings: parseSettings(metadata.originalSettings),
    title,
    excerpt: isOpen ? excerpt : "",
    lock,
    journal: { id: journal.id, name: journal.plaintextName },
    photos: isOpen ? photos : [],
    ...(isOpen ? extras : noExtras),
  };
}

/** Converts an entry with its body. A locked entry has only what lists show. */
export function viewEntryWithBody(
  metadata: EntryMetadata,
  text: EntryText,
  journal: DecryptedJournal,
  lock: LockView | null,
  photosAndExtras: PhotosAndExtras,
): EntryView {
  const isOpen = lock?.isOpen ?? true;
  return {
    ...viewListedEntry(metadata, { ...text, lock }, journal, photosAndExtras),
    html: isOpen ? text.html : "",
    plainText: isOpen ? text.text : "",
  };
}

/** Converts a folded entry for its owner. `sentText` is the text of the request; if it is the current text, no text is opened. */
export async function viewEntry(
  app: Application,
  { actor, command }: Pick<Context, "actor" | "command">,
  journal: DecryptedJournal,
  entry: Omit<LoadedEntry, "isLockProtected">,
  sentText?: EntryText,
): Promise<EntryView> {
  const { entryId, state, key, lock } = entry;
  const isTextCurrent = sentText && contentTag(key, [sentText.title, sentText.html]) === state.contentTag;
  const text = isTextCurrent ? sentText : await readCurrentText(app, entry);
  const photos = photoViews(app, actor, entry, state.photos);
  const [extras, [metadata = state]] = await Promise.all([
    findExtrasOfState(app, state),
    withAppliedThemes(app, state.accountId, command.at, [state]),
  ]);
  return viewEntryWithBody({ ...metadata, id: entryId }, text, journal, lock, { photos, extras });
}

/**
 * The current entry for its owner. Its journal must be open. While the entry's own lock is closed, it has only what lists show: its
 * title, dates and hint, but no text.
 */
export async function viewEntryEvenIfLocked(
  app: Application,
  context: Context,
  path: EntryPath,
): Promise<EntryView | Refusal> {
  const { actor } = context;
  const [journal, entry] = await Promise.all([
    findActiveJournal(app, actor, path.journalId),
    findEntryMetadata(app, actor, path),
  ]);
  if (isRejection(journal)) return journal;
  if (isRejection(entry)) return entry;
  const { state, lock, titleKey: key } = entry;
  return viewEntry(app, context, journal, { entryId: path.entryId, state, key, lock });
}

/**
 * The current entry in its current journal, for the reply to a repeated call. Refused when it is erased, locked, or in a journal
 * that is not active.
 */
export async function viewCurrentEntry(
  app: Application,
  context: Context,
  entryId: number,
): Promise<EntryView | Refusal> {
  const { actor } = context;
  const { journalId } = (await app.commands.load(entryDecider, streamOf.entry(entryId))).state;
  const entry = await openEntryState(app, actor, { journalId, entryId });
  if (isRejection(entry)) return entry;
  const journal = await findActiveJournal(app, actor, journalId);
  return isRejection(journal) ? journal : viewEntry(app, context, journal, { entryId, ...entry });
}
