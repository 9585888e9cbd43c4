import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EditBase, Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { type EntryPath, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal, type DecryptedJournal } from "../access/journal-access.ts";
import { refuseWithoutPassword } from "../access/journal-password.ts";
import { noteRestore } from "../accounts/note-restore.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { maySetThemes } from "./applied-themes.ts";
import { findPhotoSources } from "../photos/find-photo-sources.ts";
import { type DateInput, entryDate } from "./entry-dates.ts";
import { type EntryText, readEntryText, warnIfEmpty } from "./entry-text.ts";
import { type EntryView, viewEntry, viewCurrentEntry } from "./entry-view.ts";
import { findSavingDevice, type SavingDevice } from "./find-saving-device.ts";
import { moveEntries } from "./move-entries.ts";
import { readCurrentText, type EntryChange, type LoadedEntry, saveEntry } from "./save-entry.ts";

/** The changes of an edit. Undefined parts do not change. */
export type EntryEdit = {
  readonly title?: string | undefined;
  readonly html?: string | undefined;
  /** The version that the text is based on. The edit conflicts when the entry has a newer one. */
  readonly base: EditBase;
  readonly date?: DateInput | undefined;
  readonly starred?: boolean | undefined;
  readonly padThemeId?: number | undefined;
  readonly pageThemeId?: number | undefined;
  /** `null` removes the prompt. */
  readonly promptId?: number | null | undefined;
  /** Restores the entry from the trash. */
  readonly restore: boolean;
  /** Moves the entry to this journal. If the journal that it leaves has a lock, this needs the password of that lock. */
  readonly journalId?: number | undefined;
  readonly journalPassword?: string | undefined;
};

/** The refusal of an edit with an outdated base. It has the current entry, so that the client can show both texts. */
export type EditConflict = Refusal & {
  readonly current: EntryView;
  readonly savedBy: SavingDevice | null;
};

/** The entry after an edit. `changed: false` when the edit changed nothing and its base was up to date. */
export type EditResult = { readonly changed: true; readonly entry: EntryView } | { readonly changed: false };

async function withCurrentEntry(
  app: Application,
  context: Context,
  refusal: Rejection,
  journal: DecryptedJournal,
  entry: LoadedEntry,
): Promise<Refusal | EditConflict> {
  if (refusal.code !== "revision_conflict") return refusal;
  const { state } = await app.commands.load(entryDecider, streamOf.entry(entry.entryId));
  const [currentEntry, savedBy] = await Promise.all([
    viewEntry(app, context, journal, { ...entry, state }),
    findSavingDevice(app, context, entry.entryId),
  ]);
  return { ...refusal, current: currentEntry, savedBy };
}

/** True when an edit has a base that is not the current version. A base is a revision or the time of a change. */
const isStale = (base: EditBase, state: Entry): boolean =>
  base !== undefined && base !== state.revision && base !== state.modifiedAt;

/** Converts an edit to a change of the entry. If the edit has only a title or only a body, the other one does not change. */
async function changeOf(
  app: Application,
  actor: Actor,
  entry: LoadedEntry,
  edit: EntryEdit,
): Promise<EntryChange> {
  const { title, html, padThemeId, pageThemeId, date, starred } = edit;
  let text: EntryText | undefined;
  if (title !== undefined || html !== undefined) {
    const currentText = title === undefined || html === undefined ? await readCurrentText(app, entry) : null;
    text = await readEntryText(
      app,
      actor.userId,
      title ?? currentText?.title ?? "",
      html ?? currentText?.html ?? "",
    );
  }
  const themes =
    padThemeId !== undefined || pageThemeId !== undefined ? { padThemeId, pageThemeId } : undefined;
  const photosFrom = html === undefined ? [] : await findPhotoSources(app, actor, text?.html ?? "", entry);
  return {
    ...(text && { text, base: edit.base, photosFrom }),
    ...(date && { date: entryDate(date, entry.state) }),
    ...(starred !== undefined && { starred }),
    ...(themes && { themes }),
    ...(edit.promptId !== undefined && { promptId: edit.promptId }),
    ...(edit.restore && { restoreInto: entry.state.journalId }),
  };
}

async function refuseThemes(
  app: Application,
  { actor, command }: Context,
  { themes }: EntryChange,
): Promise<Rejection | null> {
  const highestThemeId = Math.max(themes?.padThemeId ?? plainThemeId, themes?.pageThemeId ?? plainThemeId);
  if (highestThemeId === plainThemeId || (await maySetThemes(app, actor.userId, command.at))) return null;
  return reject("pro_required", "Themes are part of Daybook PRO.");
}

/**
 * Changes an entry: its text, date, star, themes and prompt, and then its journal. An edit can also restore the entry from the trash.
 * A conflict changes nothing. A repeat of an edit that has succeeded changes nothing and returns the current entry.
 */
export async function reviseEntry(
  app: Application,
  context: Context,
  path: EntryPath,
  edit: EntryEdit,
): Promise<EditResult | Refusal | EditConflict> {
  if (!context.command.completed) return revise(app, context, path, edit);
  const entry = await viewCurrentEntry(app, context, path.entryId);
  return isRejection(entry) ? entry : { changed: true, entry };
}

async function revise(
  app: Application,
  context: Context,
  path: EntryPath,
  edit: EntryEdit,
): Promise<EditResult | Refusal | EditConflict> {
  const { actor, command } = context;
  const isMove = edit.journalId !== undefined && edit.journalId !== path.journalId;
  // These three run at the same time, so that their keys are read in one statement.
  const [journal, targetJournal, entryInJournal] = await Promise.all([
    findActiveJournal(app, actor, path.journalId),
    isMove ? findActiveJournal(app, actor, edit.journalId) : null,
    openEntryState(app, actor, path),
  ]);
  if (isRejection(journal)) return journal;
  if (isRejection(targetJournal)) return targetJournal;
  // The first run of a repeated command may have moved the entry already.
  const wasMovedBefore = isRejection(entryInJournal) && command.repeated && targetJournal !== null;
  if (targetJournal && !isRejection(entryInJournal)) {
    const actionWithPassword = { action: "moveEntries", password: edit.journalPassword } as const;
    const refusal = await refuseWithoutPassword(app, context, path.journalId, actionWithPassword);
    if (refusal) return refusal;
  }
  const entryAccess = wasMovedBefore
    ? await openEntryState(app, actor, { ...path, journalId: targetJournal.id })
    : entryInJournal;
  if (isRejection(entryAccess)) return entryAccess;
  const entry = { entryId: path.entryId, ...entryAccess };
  const change = await changeOf(app, actor, entry, edit);
  const themeRefusal = await refuseThemes(app, context, change);
  if (themeRefusal) return themeRefusal;
  if (change.text) warnIfEmpty(app, change.text, command.requestId);
  const savedEntry = await saveEntry(app, command, entry, change);
  if (isRejection(savedEntry)) return withCurrentEntry(app, context, savedEntry, journal, entry);
  // In a repeat, the first run may have restored the entry already. `noteRestore` records one restore per command.
  const mayHaveBeenTrashed = entryAccess.state.status === "trashed" || command.repeated;
  if (edit.restore && mayHaveBeenTrashed && savedEntry.hasChanges) await noteRestore(app, context, "entries");
  if (targetJournal) {
    // The entry is moved after its text is saved, so that a conflict does not move the entry.
    const entriesToMove = { ids: [entry.entryId], from: path.journalId, to: targetJournal.id };
    const [movedEntry] = await moveEntries(app, actor, childCommand(command, "move"), "move", entriesToMove);
    if (isRejection(movedEntry?.outcome)) return movedEntry.outcome;
    await waitForReadModels(app, ["entry-page"], movedEntry?.outcome ?? null);
  }
  if (!targetJournal && !savedEntry.hasChanges && !isStale(change.base, savedEntry.state))
    return { changed: false };
  const changedEntry = { ...entry, state: savedEntry.state };
  return {
    changed: true,
    entry: await viewEntry(app, context, targetJournal ?? journal, changedEntry, change.text),
  };
}
