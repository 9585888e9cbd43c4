const key = "daybook-shelf-view";

/** How the journals stand on the index. */
export type ShelfView = "shelf" | "list";

/** The ways there are. */
export const shelfViews: readonly ShelfView[] = ["shelf", "list"];

/** The way that this device shows them; covers until somebody chooses, and where nothing can be remembered. */
export function readShelfView(): ShelfView {
  try {
    return localStorage.getItem(key) === "list" ? "list" : "shelf";
  } catch {
    return "shelf";
  }
}

/** Remembers the way on this device. */
export function writeShelfView(view: ShelfView): void {
  try {
    localStorage.setItem(key, view);
  } catch {
    // Storage is refused: it holds for this visit.
  }
}
