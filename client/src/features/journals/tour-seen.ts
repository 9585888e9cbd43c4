const key = "daybook-tour-seen";

/** Whether the tour was finished or skipped on this device. */
export function wasTourSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers that the tour was seen. */
export function rememberTourSeen(): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // Storage is refused: it applies to this visit only.
  }
}
