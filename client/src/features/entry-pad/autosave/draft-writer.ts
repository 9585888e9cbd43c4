import type { Draft } from "./autosave-state.ts";
import type { Drafts } from "./local-draft.ts";

/** Writes the draft of one pad to this device. */
export type DraftWriter = {
  /** sets the draft to store; null removes it */
  write(draft: Draft | null): void;
  /** stores the latest draft synchronously if it is not written yet, because the page may close now */
  storeNow: () => void;
  /** resolves when the latest draft is written, or writing it has failed */
  idle(): Promise<void>;
};

/**
 * Writes and removes drafts, one after the other. While one write or removal is in progress, only the newest one waits. A draft that
 * comes after a waiting removal replaces the removal, so the removal cannot delete that draft. A failed write is not repeated.
 *
 * @param localId the id of the draft that this writer writes and removes
 * @param replacedId the id of an older draft, which the first write or removal deletes
 * @param report called when the device stops or starts storing drafts
 * @param pause awaited before a draft is stored, but not before one is removed
 */
export function draftWriter(
  drafts: Pick<Drafts, "put" | "putNow" | "remove">,
  localId: string,
  replacedId: string | undefined,
  report: (isStored: boolean) => void,
  pause?: () => Promise<void>,
): DraftWriter {
  let latest: Draft | null = null;
  let writtenDraft: Draft | null | undefined;
  let idToReplace = replacedId;
  let activeRun: Promise<void> | null = null;
  let canStore = true;

  function reportChange(isStored: boolean): void {
    if (isStored === canStore) return;
    canStore = isStored;
    report(isStored);
  }

  async function store(draft: Draft | null): Promise<void> {
    if (draft) await drafts.put(draft, idToReplace);
    else await Promise.all([drafts.remove(localId), idToReplace !== undefined && drafts.remove(idToReplace)]);
    idToReplace = undefined;
    writtenDraft = draft;
  }

  async function run(): Promise<void> {
    let isStored = true;
    let failedDraft: Draft | null | undefined;
    while (latest !== writtenDraft && latest !== failedDraft) {
      let draft = latest;
      try {
        /* oxlint-disable no-await-in-loop -- one write after the other keeps their order */
        if (pause && draft) await pause();
        draft = latest;
        await store(draft);
        /* oxlint-enable no-await-in-loop */
        isStored = true;
        failedDraft = undefined;
      } catch {
        isStored = false;
        failedDraft = draft;
        writtenDraft = undefined;
      }
    }
    activeRun = null;
    reportChange(isStored);
  }

  return {
    write(draft) {
      latest = draft;
      if (latest !== writtenDraft) activeRun ??= run();
    },
    storeNow() {
      if (latest && latest !== writtenDraft) drafts.putNow(latest, idToReplace);
    },
    idle: () => activeRun ?? Promise.resolve(),
  };
}
