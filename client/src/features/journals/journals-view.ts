const key = "daybook-shelf-view";

/** How the journals page shows the journals. */
export type JournalsView = "shelf" | "list";

/** In display order. */
export const journalsViews: readonly JournalsView[] = ["shelf", "list"];

/** The view that this device remembers; by default covers. */
export function readJournalsView(): JournalsView {
  try {
    return localStorage.getItem(key) === "list" ? "list" : "shelf";
  } catch {
    return "shelf";
  }
}

/** Remembers the view on this device. */
export function writeJournalsView(view: JournalsView): void {
  try {
    localStorage.setItem(key, view);
  } catch {
    // Storage is refused: the view applies to this visit only.
  }
}
