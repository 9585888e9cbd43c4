import { isRejection } from "@daybook/domain/kernel/rejection";
import { type EntryPath, openEntryRow, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import { noteRestore } from "../accounts/note-restore.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { openVersion } from "./entry-versions.ts";
import { type EntryView, viewEntry, viewCurrentEntry } from "./entry-view.ts";
import { findCreatedEntryId, saveEntry, storeNewEntry } from "./save-entry.ts";

/** An earlier version of an entry. With `replace` it becomes the text of the entry, otherwise of a new entry. */
export type VersionToRestore = EntryPath & { readonly versionId: number; readonly replace: boolean };

/** Restores an earlier version of an entry. */
export async function restoreVersion(
  app: Application,
  context: Context,
  { versionId, replace, ...path }: VersionToRestore,
): Promise<EntryView | Refusal> {
  const { actor, command } = context;
  const copyId = replace ? null : await findCreatedEntryId(app, command);
  if (copyId !== null) {
    // The earlier run may have died before it noted the restore.
    await noteRestore(app, context, "version");
    return viewCurrentEntry(app, context, copyId);
  }
  if (command.completed) return viewCurrentEntry(app, context, path.entryId);
  const journal = await findActiveJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  // This check comes before the version is read. While the read model is behind, it may lack the version too. Then the call is refused as
  // `unavailable`, and not as `not_found`.
  const row = await openEntryRow(app, actor, path);
  if (isRejection(row)) return row;
  const entryAccess = await openEntryState(app, actor, path);
  if (isRejection(entryAccess)) return entryAccess;
  const openedVersion = await openVersion(app, actor.userId, entryAccess.key, path.entryId, versionId);
  if (isRejection(openedVersion)) return openedVersion;
  const { text, version } = openedVersion;
  const entry = { entryId: path.entryId, ...entryAccess };

  if (!replace) {
    const { createdAt, localDate, timezone, promptId } = entryAccess.state;
    const copy = await storeNewEntry(app, command, {
      userId: actor.userId,
      journalId: journal.id,
      text,
      date: { createdAt, localDate, timezone },
      promptId,
      photosFrom: [{ entryId: path.entryId, key: entryAccess.key, photos: entryAccess.state.photos }],
      lockAccess: actor.lockAccess,
    });
    if (isRejection(copy)) return copy;
    await noteRestore(app, context, "version");
    return viewEntry(app, context, journal, copy, text);
  }
  const savedEntry = await saveEntry(app, command, entry, { text, restoredVersionId: version.id });
  if (isRejection(savedEntry)) return savedEntry;
  if (savedEntry.hasChanges) await noteRestore(app, context, "version");
  return viewEntry(app, context, journal, { ...entry, state: savedEntry.state }, text);
}
