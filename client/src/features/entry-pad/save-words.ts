import type { Autosave, Trouble } from "./autosave.ts";
import { padCopy } from "./pad-copy.ts";
import type { PadSnapshot } from "./pad-session.ts";

/** What a person can do about the state of saving. */
export type SaveAct = keyof typeof padCopy.acts;

/** The state of saving, in words. */
export type SaveWords = {
  readonly text: string;
  readonly tone: "quiet" | "ok" | "waiting" | "failed";
  readonly act: SaveAct | null;
};

const words = (text: string, tone: SaveWords["tone"], act: SaveAct | null = null): SaveWords => ({
  text,
  tone,
  act,
});

/** The time of day of an instant, as clocks here show it: `10:42`. */
export function clockTime(instant: string): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

const { save } = padCopy;

function waitingWords({ trouble, draftKept }: Autosave, isOnline: boolean): SaveWords {
  const kept = draftKept ? save.kept : save.notKept;
  if (!isOnline) return words(`${save.offline} – ${kept}`, "waiting", "retry");
  const what = trouble?.reason === "limited" ? save.delayed : save.failed;
  return words(`${what} – ${kept}`, "failed", "retry");
}

function refusedWords({ trouble, draftKept }: Autosave): SaveWords {
  const kept = draftKept ? save.kept : save.notKept;
  const reasons: Record<Trouble["reason"], SaveWords> = {
    signed_out: words(draftKept ? save.signedOut(kept) : save.signedOutNotKept, "failed", "logIn"),
    gone: words(`${save.gone} – ${kept}`, "failed", "saveAsNew"),
    trashed: words(`${save.trashed} – ${kept}`, "failed", "restore"),
    forbidden: words(`${save.forbidden} – ${kept}`, "failed", "retry"),
    locked: words(`${save.locked} – ${kept}`, "failed", "retry"),
    too_long: words(trouble?.message || `${save.failed} – ${kept}`, "failed", "retry"),
    invalid: words(trouble?.message || `${save.failed} – ${kept}`, "failed", "retry"),
    unreachable: words(`${save.failed} – ${kept}`, "failed", "retry"),
    unavailable: words(`${save.failed} – ${kept}`, "failed", "retry"),
    limited: words(`${save.delayed} – ${kept}`, "failed", "retry"),
  };
  return reasons[trouble?.reason ?? "unavailable"];
}

/** Puts the state of saving in words. "Saved" stands only for a text that was acknowledged as it is shown. */
export function saveWords(snapshot: PadSnapshot, isOnline: boolean): SaveWords {
  const { context } = snapshot;
  if (snapshot.matches("clean")) {
    if (!context.saved) return words("", "quiet");
    return words(context.savedAt ? save.savedAt(clockTime(context.savedAt)) : save.saved, "ok");
  }
  if (snapshot.matches("conflict")) return words(save.elsewhere, "failed", "compare");
  if (snapshot.matches("refused")) return refusedWords(context);
  if (snapshot.matches("waiting")) return waitingWords(context, isOnline);
  if (snapshot.matches("saving")) {
    // While it is tried again, what is known is still that it failed.
    return context.failures > 0
      ? { ...waitingWords(context, isOnline), act: null }
      : words(save.saving, "quiet");
  }
  return words(save.unsaved, "quiet");
}
