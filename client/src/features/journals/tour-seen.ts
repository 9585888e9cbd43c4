const key = "daybook-tour-seen";

/** Whether somebody saw or skipped the tour on this device. */
export function wasTourSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers that the tour needs no showing any more. */
export function noteTourSeen(): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // Storage is refused: it holds for this visit.
  }
}
