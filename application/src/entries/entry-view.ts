import { entryDecider } from "@daybook/domain/entry/decider";
import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import { composeSettings } from "@daybook/domain/journal/compose-settings";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { contentTag } from "@daybook/platform/vault/seal";
import { type EntryPath, findEntryMetadata, type ListedText, ownEntryState } from "../access/entry-access.ts";
import { activeJournal, type OpenJournal } from "../access/journal-access.ts";
import type { ShownLock } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "../photos/photo-views.ts";
import { appliedThemes } from "./applied-themes.ts";
import { type EntryExtras, extrasOfState, noExtras } from "./entry-extras.ts";
import type { EntryText } from "./entry-text.ts";
import { currentText, type LoadedEntry } from "./save-entry.ts";

/** What is known of an entry without its key. Read-model rows and folded entries both have it. */
export type EntryFacts = {
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

/** An entry in a list. Of a locked entry: no excerpt, word count, photos, tags or public link. */
export type ListedEntryView = EntryExtras & {
  readonly facts: Omit<EntryFacts, "originalSettings">;
  /** Not null for an entry that is read-only. */
  readonly originalSettings: ComposeSettings | null;
  readonly title: string;
  readonly excerpt: string;
  readonly lock: ShownLock | null;
  readonly journal: { readonly id: number; readonly name: string };
  readonly photos: readonly PhotoView[];
};

/** A whole entry. Of a locked entry: no text either. */
export type EntryView = ListedEntryView & {
  /** Its images name their photos by id; they have no addresses. */
  readonly html: string;
  readonly plainText: string;
};

/** What an entry shows besides its text. */
type ShownExtras = { readonly photos: readonly PhotoView[]; readonly extras: EntryExtras };

/** The rows were written from events, which were checked. */
const parseSettings = (stored: EntryFacts["originalSettings"]): ComposeSettings | null =>
  typeof stored === "string" ? composeSettings.parse(JSON.parse(stored)) : stored;

/** An entry as lists show it. */
export function viewListedEntry(
  facts: EntryFacts,
  { title, excerpt, lock }: Omit<ListedText, "key">,
  journal: Pick<OpenJournal, "id" | "clearName">,
  { photos, extras }: ShownExtras,
): ListedEntryView {
  const isOpen = lock?.isOpen ?? true;
  return {
    facts: isOpen ? facts : { ...facts, wordCount: 0 },
    originalSettings: parseSettings(facts.originalSettings),
    title,
    excerpt: isOpen ? excerpt : "",
    lock,
    journal: { id: journal.id, name: journal.clearName },
    photos: isOpen ? photos : [],
    ...(isOpen ? extras : noExtras),
  };
}

/** A whole entry; of one with a closed lock, what lists show. */
export function viewOpenedEntry(
  facts: EntryFacts,
  text: EntryText,
  journal: OpenJournal,
  lock: ShownLock | null,
  shown: ShownExtras,
): EntryView {
  const isOpen = lock?.isOpen ?? true;
  return {
    ...viewListedEntry(facts, { ...text, lock }, journal, shown),
    html: isOpen ? text.html : "",
    plainText: isOpen ? text.text : "",
  };
}

/** A folded entry as its owner sees it now. `sent` is the text of the request; it saves opening the same text again. */
export async function viewEntry(
  app: Application,
  { actor, command }: Pick<Context, "actor" | "command">,
  journal: OpenJournal,
  entry: Omit<LoadedEntry, "isLockProtected">,
  sent?: EntryText,
): Promise<EntryView> {
  const { entryId, state, key, lock } = entry;
  const isSent = sent && contentTag(key, [sent.title, sent.html]) === state.contentTag;
  const text = isSent ? sent : await currentText(app, entry);
  const photos = photoViews(app, actor, entry, state.photos);
  const [extras, [facts = state]] = await Promise.all([
    extrasOfState(app, state),
    appliedThemes(app, state.accountId, command.at, [state]),
  ]);
  return viewOpenedEntry({ ...facts, id: entryId }, text, journal, lock, { photos, extras });
}

/** An entry as its owner sees it now. Of an entry with a closed lock, its title and hint. */
export async function viewEntryFromOutside(
  app: Application,
  context: Context,
  path: EntryPath,
): Promise<EntryView | Refusal> {
  const { actor } = context;
  const [journal, entry] = await Promise.all([
    activeJournal(app, actor, path.journalId),
    findEntryMetadata(app, actor, path),
  ]);
  if (isRejection(journal)) return journal;
  if (isRejection(entry)) return entry;
  const { state, lock, hintKey: key } = entry;
  return viewEntry(app, context, journal, { entryId: path.entryId, state, key, lock });
}

/**
 * An entry as its owner sees it now, wherever it is now: what the repeat of a call answers with. Refused when it is erased,
 * locked, or in a journal in the trash.
 */
export async function viewEntryNow(
  app: Application,
  context: Context,
  entryId: number,
): Promise<EntryView | Refusal> {
  const { actor } = context;
  const { journalId } = (await app.commands.load(entryDecider, streamOf.entry(entryId))).state;
  const found = await ownEntryState(app, actor, { journalId, entryId });
  if (isRejection(found)) return found;
  const journal = await activeJournal(app, actor, journalId);
  return isRejection(journal) ? journal : viewEntry(app, context, journal, { entryId, ...found });
}
