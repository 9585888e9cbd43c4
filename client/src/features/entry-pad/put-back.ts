import type { AutosaveInput, Draft } from "./autosave.ts";
import { type Copy, isBlank, sameText, sameWriting } from "./writing.ts";

/** What a pad starts with. */
export type Start = Pick<AutosaveInput, "saved" | "writing" | "act" | "theirs">;

/** Where there is no telling what the draft was made from: all of it is to be sent, at its own revision. */
const unknownBase = ({ entryId, baseRevision, writing }: Draft): Copy | null =>
  entryId === null
    ? null
    : { id: entryId, revision: baseRevision ?? 0, writing: { ...writing, title: "", body: "" } };

/**
 * Puts a draft back that was found on the device.
 *
 * @param current the entry as the server has it; null for an entry that was never created, or cannot be read now
 * @returns null when the draft holds nothing that is not saved already
 */
export function startFromDraft(draft: Draft, current: Copy | null): Start | null {
  const { writing, act } = draft;
  if (!current) {
    const nothing = isBlank(writing) && act === null;
    return nothing ? null : { saved: unknownBase(draft), writing, act, theirs: null };
  }
  if (sameWriting(writing, current.writing)) return null;
  const sameBase = draft.baseRevision === current.revision;
  if (sameBase) return { saved: current, writing, act, theirs: null };
  const madeFromIt = sameText(writing, current.writing) || (act && sameText(act.writing, current.writing));
  if (madeFromIt) return { saved: current, writing, act: null, theirs: null };
  const base = { ...current, revision: draft.baseRevision ?? 0 };
  return { saved: base, writing, act: null, theirs: current };
}
