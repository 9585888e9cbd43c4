import type { Autosave, SaveError } from "./autosave-state.ts";
import { padText } from "../pad-text.ts";
import type { PadSnapshot } from "../session/pad-session.ts";

/** What the user can do about the save status. */
export type SaveStatusAction = keyof typeof padText.saveActions;

/** The save status as text. */
export type SaveStatus = {
  readonly text: string;
  readonly tone: "quiet" | "ok" | "waiting" | "failed";
  readonly action: SaveStatusAction | null;
};

const words = (
  text: string,
  tone: SaveStatus["tone"],
  action: SaveStatusAction | null = null,
): SaveStatus => ({
  text,
  tone,
  action,
});

/** The time of an instant on this device's clock: `10:42`. */
export function clockTime(instant: string): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

const { save } = padText;

function waitingWords({ error, canStoreDrafts }: Autosave, isOnline: boolean): SaveStatus {
  const draftNote = canStoreDrafts ? save.draftStored : save.draftNotStored;
  if (!isOnline) return words(`${save.offline} – ${draftNote}`, "waiting", "retry");
  const status = error?.reason === "limited" ? save.delayed : save.failed;
  return words(`${status} – ${draftNote}`, "failed", "retry");
}

function refusedWords({ error, canStoreDrafts }: Autosave): SaveStatus {
  const draftNote = canStoreDrafts ? save.draftStored : save.draftNotStored;
  const reasons: Record<SaveError["reason"], SaveStatus> = {
    signed_out: words(canStoreDrafts ? save.signedOut(draftNote) : save.signedOutNotKept, "failed", "logIn"),
    gone: words(`${save.gone} – ${draftNote}`, "failed", "saveAsNew"),
    trashed: words(`${save.trashed} – ${draftNote}`, "failed", "restore"),
    forbidden: words(`${save.forbidden} – ${draftNote}`, "failed", "retry"),
    locked: words(`${save.locked} – ${draftNote}`, "failed", "retry"),
    too_long: words(error?.message || `${save.failed} – ${draftNote}`, "failed", "retry"),
    invalid: words(error?.message || `${save.failed} – ${draftNote}`, "failed", "retry"),
    unreachable: words(`${save.failed} – ${draftNote}`, "failed", "retry"),
    unavailable: words(`${save.failed} – ${draftNote}`, "failed", "retry"),
    limited: words(`${save.delayed} – ${draftNote}`, "failed", "retry"),
  };
  return reasons[error?.reason ?? "unavailable"];
}

/** The save status as text. "Saved" only appears when the server acknowledged exactly what the page shows. */
export function saveStatus(snapshot: PadSnapshot, isOnline: boolean): SaveStatus {
  const { context } = snapshot;
  if (snapshot.matches("clean")) {
    if (!context.saved) return words("", "quiet");
    return words(context.savedAt ? save.savedAt(clockTime(context.savedAt)) : save.saved, "ok");
  }
  if (snapshot.matches("conflict")) return words(save.elsewhere, "failed", "compare");
  if (snapshot.matches("refused")) return refusedWords(context);
  if (snapshot.matches("waiting")) return waitingWords(context, isOnline);
  if (snapshot.matches("saving")) {
    // During a retry, the last known state is still the failure.
    return context.failures > 0
      ? { ...waitingWords(context, isOnline), action: null }
      : words(save.saving, "quiet");
  }
  return words(save.unsaved, "quiet");
}
