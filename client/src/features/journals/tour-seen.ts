const storageKey = "daybook-tour-seen";

/** Whether the tour of the journals page was finished or skipped on this device. */
export function wasTourSeen(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Remembers that the tour was seen. */
export function rememberTourSeen(): void {
  try {
    localStorage.setItem(storageKey, "1");
  } catch {
    // Storage is refused: the tour may be shown again.
  }
}
