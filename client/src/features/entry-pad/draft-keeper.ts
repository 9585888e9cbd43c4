import type { Draft } from "./autosave.ts";
import type { Drafts } from "./local-draft.ts";

/** Holds the device to what a pad wants kept. */
export type DraftKeeper = {
  /** what has to lie on the device from now on; null when everything is acknowledged */
  keep(draft: Draft | null): void;
  /** resolves when the last wish is fulfilled, or failed */
  settled(): Promise<void>;
};

/**
 * Writes each wish at once, or after a pause; only while a write is under way do newer wishes replace each other, so the last one always
 * gets there, and a draft is never removed after a newer one was written.
 *
 * @param localId the draft that this keeper writes and removes
 * @param adopted the draft it was made from, replaced by the first write
 * @param report told after every write whether the device keeps drafts
 * @param pause awaited before each write; what is wished meanwhile is written instead
 */
export function draftKeeper(
  drafts: Pick<Drafts, "put" | "remove">,
  localId: string,
  adopted: string | undefined,
  report: (kept: boolean) => void,
  pause?: () => Promise<void>,
): DraftKeeper {
  let wanted: Draft | null = null;
  let written: Draft | null | undefined;
  let from = adopted;
  let running: Promise<void> | null = null;
  let keeps = true;

  function tell(kept: boolean): void {
    if (kept === keeps) return;
    keeps = kept;
    report(kept);
  }

  async function fulfil(wish: Draft | null): Promise<void> {
    if (wish) await drafts.put(wish, from);
    else await Promise.all([drafts.remove(localId), from !== undefined && drafts.remove(from)]);
    from = undefined;
    written = wish;
  }

  async function run(): Promise<void> {
    let kept = true;
    try {
      while (wanted !== written) {
        /* oxlint-disable no-await-in-loop -- one write after the other is what keeps their order */
        if (pause && wanted) await pause();
        await fulfil(wanted);
        /* oxlint-enable no-await-in-loop */
      }
    } catch {
      kept = false;
      written = undefined;
    }
    running = null;
    tell(kept);
  }

  return {
    keep(draft) {
      wanted = draft;
      if (wanted !== written) running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
