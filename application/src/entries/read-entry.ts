import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryPhoto } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { neighboursOfEntry } from "@daybook/read-models/queries/entries";
import type { PhotoRow } from "@daybook/read-models/tables";
import { photosOfEntry } from "@daybook/read-models/queries/photos";
import { type EntryPath, type ListedText, openListedTexts, openEntryRow } from "../access/entry-access.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { photoIdsIn } from "../photos/photo-images.ts";
import { photoViews } from "../photos/photo-views.ts";
import { withAppliedThemes } from "./applied-themes.ts";
import { findExtrasOf } from "./entry-extras.ts";
import { type EntryText, openEntryText } from "./entry-text.ts";
import { type EntryMetadata, type EntryView, viewEntryWithBody } from "./entry-view.ts";

/** An entry before or after another one in the same journal. */
export type NeighbourView = Pick<EntryMetadata, "id" | "createdAt" | "localDate"> &
  Pick<ListedText, "title" | "lock">;

/** An entry with the entries before and after it. */
export type EntryWithNeighbours = {
  readonly entry: EntryView;
  readonly previous: readonly NeighbourView[];
  readonly next: readonly NeighbourView[];
};

/**
 * Returns the photos of the read model. When the text shows a photo that the read model does not have, the read model may be behind:
 * then this returns the photos of the log.
 */
async function withUnprojectedPhotos(
  app: Application,
  entryId: number,
  { html }: EntryText,
  photos: readonly PhotoRow[],
): Promise<readonly (PhotoRow | EntryPhoto)[]> {
  const photoIds = new Set(photos.map(({ id }) => id));
  if ([...photoIdsIn(html)].every((photoId) => photoIds.has(photoId))) return photos;
  return (await app.commands.load(entryDecider, streamOf.entry(entryId))).state.photos;
}

/** Reads an entry. `previous` and `next` say how many neighbours to list. */
export async function readEntry(
  app: Application,
  { actor, command }: Context,
  {
    previous: previousCount,
    next: nextCount,
    ...path
  }: EntryPath & { readonly previous: number; readonly next: number },
): Promise<EntryWithNeighbours | Refusal> {
  // Both calls start together, so that one statement reads the keys of the journal and the entry.
  const [journal, entry] = await Promise.all([
    findActiveJournal(app, actor, path.journalId),
    openEntryRow(app, actor, path),
  ]);
  if (isRejection(journal)) return journal;
  if (isRejection(entry)) return entry;
  const { row, key, lock } = entry;
  const [neighbourRows, photos, extrasOf, [metadata = row]] = await Promise.all([
    neighboursOfEntry(app.pool, row, previousCount, nextCount),
    photosOfEntry(app.pool, row.id),
    findExtrasOf(app, actor.userId, [row.id]),
    withAppliedThemes(app, actor.userId, command.at, [row]),
  ]);
  const texts = await openListedTexts(app, actor, [...neighbourRows.previous, ...neighbourRows.next]);
  const viewNeighbours = (rows: typeof neighbourRows.previous): NeighbourView[] =>
    rows.flatMap(({ id, createdAt, localDate }) => {
      const text = texts.get(id);
      return text ? [{ id, createdAt, localDate, title: text.title, lock: text.lock }] : [];
    });
  const text = await openEntryText(app, actor.userId, key, row.id, row);
  return {
    entry: viewEntryWithBody(metadata, text, journal, lock, {
      photos: photoViews(
        app,
        actor,
        { entryId: row.id, key },
        await withUnprojectedPhotos(app, row.id, text, photos),
      ),
      extras: extrasOf(row.id),
    }),
    previous: viewNeighbours(neighbourRows.previous),
    next: viewNeighbours(neighbourRows.next),
  };
}
