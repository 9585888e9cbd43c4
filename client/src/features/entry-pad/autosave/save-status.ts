import type { AutosaveContext, SaveError } from "./autosave-state.ts";
import { padText } from "../pad-text.ts";
import type { PadSnapshot } from "../session/pad-session.ts";

/** What the user can do about the save status. */
export type SaveStatusAction = keyof typeof padText.saveActions;

/** What the pad shows about saving: a text, its tone, and an action if the user can do something. */
export type SaveStatus = {
  readonly text: string;
  readonly tone: "quiet" | "ok" | "waiting" | "failed";
  readonly action: SaveStatusAction | null;
};

const statusOf = (
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

function waitingStatus({ error, canStoreDrafts }: AutosaveContext, isOnline: boolean): SaveStatus {
  const draftNote = canStoreDrafts ? save.draftStored : save.draftNotStored;
  if (!isOnline) return statusOf(`${save.offline} – ${draftNote}`, "waiting", "retry");
  const statusText = error?.reason === "limited" ? save.delayed : save.failed;
  return statusOf(`${statusText} – ${draftNote}`, "failed", "retry");
}

function refusedStatus({ error, canStoreDrafts }: AutosaveContext): SaveStatus {
  const draftNote = canStoreDrafts ? save.draftStored : save.draftNotStored;
  const reasons: Record<SaveError["reason"], SaveStatus> = {
    logged_out: statusOf(
      canStoreDrafts ? save.loggedOut(draftNote) : save.loggedOutNotStored,
      "failed",
      "logIn",
    ),
    deleted: statusOf(`${save.deleted} – ${draftNote}`, "failed", "saveAsNew"),
    trashed: statusOf(`${save.trashed} – ${draftNote}`, "failed", "restore"),
    forbidden: statusOf(`${save.forbidden} – ${draftNote}`, "failed", "retry"),
    locked: statusOf(`${save.locked} – ${draftNote}`, "failed", "retry"),
    too_long: statusOf(error?.message || `${save.failed} – ${draftNote}`, "failed", "retry"),
    invalid: statusOf(error?.message || `${save.failed} – ${draftNote}`, "failed", "retry"),
    unreachable: statusOf(`${save.failed} – ${draftNote}`, "failed", "retry"),
    unavailable: statusOf(`${save.failed} – ${draftNote}`, "failed", "retry"),
    limited: statusOf(`${save.delayed} – ${draftNote}`, "failed", "retry"),
  };
  return reasons[error?.reason ?? "unavailable"];
}

/** Describes the state of the autosave. "Saved" only appears when the server acknowledged exactly what the pad shows. */
export function saveStatus(snapshot: PadSnapshot, isOnline: boolean): SaveStatus {
  const { context } = snapshot;
  if (snapshot.matches("clean")) {
    if (!context.saved) return statusOf("", "quiet");
    return statusOf(context.savedAt ? save.savedAt(clockTime(context.savedAt)) : save.saved, "ok");
  }
  if (snapshot.matches("conflict")) return statusOf(save.changedElsewhere, "failed", "compare");
  if (snapshot.matches("refused")) return refusedStatus(context);
  if (snapshot.matches("waiting")) return waitingStatus(context, isOnline);
  if (snapshot.matches("saving")) {
    // During a retry, the status of the last failure stays.
    return context.failureCount > 0
      ? { ...waitingStatus(context, isOnline), action: null }
      : statusOf(save.saving, "quiet");
  }
  return statusOf(save.unsaved, "quiet");
}
