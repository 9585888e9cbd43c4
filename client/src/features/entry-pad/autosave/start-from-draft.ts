import type { AutosaveInput, Draft } from "./autosave-state.ts";
import { isBlank, rebaseWriting, type SavedEntry, sameText, sameWriting, type Writing } from "./writing.ts";

/** The initial content of a pad. */
export type PadStart = Pick<AutosaveInput, "saved" | "writing" | "attempt" | "theirs" | "isUndated">;

/**
 * The base of a draft when the entry on the server is unknown; null for an entry that is not created. The base has an empty text at the
 * draft's base revision, so that the next save sends the whole text.
 */
const unknownBase = ({ entryId, baseRevision, baseDateAndStar, writing }: Draft): SavedEntry | null =>
  entryId === null
    ? null
    : {
        id: entryId,
        revision: baseRevision ?? 0,
        writing: { ...writing, ...baseDateAndStar, title: "", body: "" },
      };

/**
 * The writing of a draft. A star or date that neither the draft nor its attempt changed is taken from the current entry. A draft without
 * `baseDateAndStar` keeps its own.
 */
function rebaseDraft({ writing, attempt, baseDateAndStar }: Draft, current: SavedEntry): Writing {
  if (!baseDateAndStar) return writing;
  const rebasedWriting = rebaseWriting(writing, current.writing, baseDateAndStar);
  return attempt ? rebaseWriting(writing, rebasedWriting, attempt.writing) : rebasedWriting;
}

/**
 * Continues from a draft that was stored on this device.
 *
 * @param current the entry as the server has it; null for an entry that was never created, or cannot be read now
 * @returns null when the draft has nothing to save: its writing equals the current entry, or there is no current entry and the draft is
 *   blank and has no unanswered attempt
 */
export function startFromDraft(draft: Draft, current: SavedEntry | null): PadStart | null {
  if (!current) {
    const { writing, entryId, localId } = draft;
    if (isBlank(writing) && draft.attempt === null) return null;
    // Two tabs that continue the same draft of a new entry send the same key, so that only one entry is created.
    const firstAttempt = entryId === null ? { key: `continued-${localId}`, writing } : null;
    return { saved: unknownBase(draft), writing, attempt: draft.attempt ?? firstAttempt, theirs: null };
  }
  const writing = rebaseDraft(draft, current);
  // When the star or date was taken from the current entry, a repeat of the attempt would overwrite it with the older value.
  const attempt = sameWriting(writing, draft.writing) ? draft.attempt : null;
  if (sameWriting(writing, current.writing)) return null;
  const hasSameBase = draft.baseRevision === current.revision;
  if (hasSameBase) return { saved: current, writing, attempt, theirs: null };
  const isCurrentTextMine =
    sameText(writing, current.writing) || (draft.attempt && sameText(draft.attempt.writing, current.writing));
  if (isCurrentTextMine) return { saved: current, writing, attempt: null, theirs: null };
  const base = { ...current, revision: draft.baseRevision ?? 0 };
  return { saved: base, writing, attempt: null, theirs: current };
}
