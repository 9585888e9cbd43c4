// The key contains an older name of the view. Another key would lose the choice that a device has stored.
const storageKey = "daybook-shelf-view";

/** How the journals page shows the journals. */
export type JournalsView = "grid" | "list";

/** The views, in display order. */
export const journalsViews: readonly JournalsView[] = ["grid", "list"];

/** The view that this device remembers; by default the grid. */
export function readJournalsView(): JournalsView {
  try {
    return localStorage.getItem(storageKey) === "list" ? "list" : "grid";
  } catch {
    return "grid";
  }
}

/** Remembers the view on this device. */
export function writeJournalsView(view: JournalsView): void {
  try {
    localStorage.setItem(storageKey, view);
  } catch {
    // Storage is refused: the view applies to this visit only.
  }
}
