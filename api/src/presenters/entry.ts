import type { EntryListView } from "@daybook/application/entries/entry-list-view";
import type { ListedVersionView, VersionDiff } from "@daybook/application/entries/entry-versions";
import type { Picture } from "@daybook/content/picture-changes";
import type { EntryView, ListedEntryView } from "@daybook/application/entries/entry-view";
import type { NeighbourView } from "@daybook/application/entries/read-entry";
import type { EditConflict } from "@daybook/application/entries/revise-entry";
import type { Refusal } from "@daybook/application/context";
import type {
  ChangedPicture,
  Entry,
  EntryList,
  ListedEntry,
  ListedVersion,
  Neighbour,
  Version,
} from "@daybook/domain/contract/entries";
import type { z } from "zod";
import { presentJournal, presentComposeSettingWithoutId } from "./journal.ts";
import { presentPhotos } from "./photo.ts";
import { publicPath } from "./public-link.ts";

/** An entry in a list. The URLs of its photos begin with `origin`. */
export function presentListedEntry(view: ListedEntryView, origin: string): ListedEntry {
  const { metadata, lock, originalSettings, publicSlug } = view;
  return {
    id: metadata.id,
    title: view.title,
    excerpt: view.excerpt,
    word_count: metadata.wordCount,
    created_at: metadata.createdAt,
    local_date: metadata.localDate,
    timezone: metadata.timezone,
    modified_at: metadata.modifiedAt,
    revision: metadata.revision,
    starred: metadata.starred,
    locked: lock !== null,
    is_unlocked: lock?.isOpen ?? true,
    password_hint: lock?.hint ?? null,
    remember_password: lock?.remember ?? false,
    auto_lock: lock?.auto ?? false,
    status_id: metadata.status === "trashed" ? 2 : 1,
    trashed_at: metadata.trashedAt,
    prompt_id: metadata.promptId,
    pad_theme_id: metadata.padThemeId,
    page_theme_id: metadata.pageThemeId,
    journal: view.journal,
    tags: [...view.tags],
    photos: presentPhotos(view.photos, origin).list,
    is_read_only: originalSettings !== null,
    original_journal_settings: originalSettings && presentComposeSettingWithoutId(originalSettings),
    public_url: publicSlug && publicPath(publicSlug),
  };
}

/** An entry with its text. The URLs of its photos begin with `origin`. */
export function presentEntry(view: EntryView, origin: string): Entry {
  const html = presentPhotos(view.photos, origin).addUrls(view.html);
  return {
    ...presentListedEntry(view, origin),
    richtext_body: html,
    html_body: html,
    plaintext_body: view.plainText,
  };
}

/** A page of a journal's entries. */
export function presentEntryList(
  { journal, entries, nextCursor, total, number, size }: EntryListView,
  origin: string,
): z.output<typeof EntryList> {
  const totalPages = Math.max(1, Math.ceil(total / size));
  return {
    journal: { ...presentJournal(journal, { number, size }), total_pages: totalPages },
    entries: entries.map((entry) => ({ entry: presentListedEntry(entry, origin) })),
    total_entries: total,
    next_cursor: nextCursor,
  };
}

/** The older or newer entry next to another one. */
export function presentNeighbour({ id, title, createdAt, localDate, lock }: NeighbourView): Neighbour {
  return { id, title, created_at: createdAt, local_date: localDate, locked: lock !== null };
}

/** A version of an entry with this text. */
export function presentVersion({ version }: Pick<ListedVersionView, "version">, plainText: string): Version {
  return {
    id: version.id,
    created_at: version.createdAt,
    plain_text_body: plainText,
    word_count: version.wordCount,
    words_added: version.wordsAdded,
    words_removed: version.wordsRemoved,
    session: version.session,
  };
}

/** A version in a list. */
export function presentListedVersion(view: ListedVersionView): ListedVersion {
  const { added, removed, descriptionsChanged } = view.pictures;
  return {
    ...presentVersion(view, view.beginning),
    title_changed: view.isRenamed,
    photos_added: added.length,
    photos_removed: removed.length,
    descriptions_changed: descriptionsChanged,
  };
}

/** The differences of two versions. The URLs of photos begin with `origin`. */
export function presentDiff({ diff, pictures, photos }: VersionDiff, origin: string) {
  const urls = new Map(
    presentPhotos(photos, origin).list.map(({ photo }) => [photo.id, photo.thumbnail_url]),
  );
  const presentPicture = ({ photoId, src, description }: Picture): ChangedPicture => ({
    photo_id: photoId,
    url: photoId === null ? src : (urls.get(photoId) ?? null),
    description,
  });
  return {
    diff: [...diff],
    photos_added: pictures.added.map(presentPicture),
    photos_removed: pictures.removed.map(presentPicture),
  };
}

/** A refused edit. A conflict contains the current entry, and the device that saved it. */
export function presentEditRefusal(refusal: Refusal | EditConflict, origin: string): Refusal {
  if (!("current" in refusal)) return refusal;
  const { current: currentEntry, savedBy, ...conflict } = refusal;
  const device = savedBy && { user_agent: savedBy.userAgent, current: savedBy.isCurrent };
  return { ...conflict, extra: { entry: presentEntry(currentEntry, origin), saved_by: device } };
}
