import type { Sealed } from "@daybook/domain/kernel/sealed";
import { openListedTexts } from "../access/entry-access.ts";
import type { DecryptedJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { withAppliedThemes } from "./applied-themes.ts";
import { findExtrasOf, noExtras } from "./entry-extras.ts";
import { findListedPhotos } from "../photos/list-photos.ts";
import { type EntryMetadata, type ListedEntryView, viewListedEntry } from "./entry-view.ts";

/** A row of a list, with the current or a past state of an entry. */
type ListedRow = EntryMetadata & {
  readonly title: Sealed<"entry.title">;
  readonly excerpt: Sealed<"entry.excerpt">;
};

/** Which page of a list this is. `number` counts from 1; `nextCursor` is `null` on the last page. */
type ListPage = {
  readonly nextCursor: string | null;
  readonly total: number;
  readonly number: number;
  readonly size: number;
};

/** A page of a journal's entries. */
export type EntryListView = ListPage & {
  readonly journal: DecryptedJournal;
  readonly entries: readonly ListedEntryView[];
};

/**
 * Decrypts a page of a journal's entries. It omits entries that are erased or in a locked journal. An entry with its own
 * closed lock stays, with its title and without its excerpt.
 *
 * @param pastInstant the instant that a past list shows. A past list has no tags and public links, because only the current ones are known.
 */
export async function viewEntryList(
  app: Application,
  { actor, command }: Context,
  journal: DecryptedJournal,
  { rows, ...page }: ListPage & { readonly rows: readonly ListedRow[] },
  pastInstant?: string,
): Promise<EntryListView> {
  const ids = rows.map(({ id }) => id);
  const [texts, extrasOf, photosOf, themedEntries] = await Promise.all([
    openListedTexts(app, actor, rows),
    pastInstant ? null : findExtrasOf(app, actor.userId, ids),
    findListedPhotos(app, actor, ids, pastInstant),
    withAppliedThemes(app, actor.userId, command.at, rows),
  ]);
  const entries = themedEntries.flatMap((row) => {
    const text = texts.get(row.id);
    if (!text) return [];
    const photosAndExtras = { photos: photosOf(row.id, text.key), extras: extrasOf?.(row.id) ?? noExtras };
    return [viewListedEntry(row, text, journal, photosAndExtras)];
  });
  return { ...page, journal, entries };
}
