import type { AutosaveInput, Draft } from "./autosave-state.ts";
import { isBlank, type SavedEntry, sameText, sameWriting } from "./writing.ts";

/** The initial content of a pad. */
export type PadStart = Pick<AutosaveInput, "saved" | "writing" | "attempt" | "theirs">;

/**
 * The base when the server's entry is unknown: an empty text at the draft's revision, so that the whole text is sent. A changed
 * star or date is not sent.
 */
const unknownBase = ({ entryId, baseRevision, writing }: Draft): SavedEntry | null =>
  entryId === null
    ? null
    : { id: entryId, revision: baseRevision ?? 0, writing: { ...writing, title: "", body: "" } };

/**
 * Continues from a draft that was stored on this device.
 *
 * @param current the entry as the server has it; null for an entry that was never created, or cannot be read now
 * @returns null when the draft has nothing unsaved; without a current entry, when it is blank and has no unanswered attempt
 */
export function startFromDraft(draft: Draft, current: SavedEntry | null): PadStart | null {
  const { writing, attempt } = draft;
  if (!current) {
    const isEmpty = isBlank(writing) && attempt === null;
    return isEmpty ? null : { saved: unknownBase(draft), writing, attempt, theirs: null };
  }
  if (sameWriting(writing, current.writing)) return null;
  const hasSameBase = draft.baseRevision === current.revision;
  if (hasSameBase) return { saved: current, writing, attempt, theirs: null };
  const isCurrentTextMine =
    sameText(writing, current.writing) || (attempt && sameText(attempt.writing, current.writing));
  if (isCurrentTextMine) return { saved: current, writing, attempt: null, theirs: null };
  const base = { ...current, revision: draft.baseRevision ?? 0 };
  return { saved: base, writing, attempt: null, theirs: current };
}
