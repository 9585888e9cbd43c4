/** By journal: the list page that was shown last in this tab. */
const lastPaths = new Map<number, string>();
/** By path of a list page: its scroll position when an entry was opened from it. */
const scrollPositions = new Map<string, number>();

/** Remembers the current page of a journal's list, with its filters. */
export function rememberList(journalId: number, path: string): void {
  lastPaths.set(journalId, path);
}

/** The page of the journal's list that was shown last; by default its first page. */
export function lastListPath(journalId: number): string {
  return lastPaths.get(journalId) ?? `/journals/${journalId}/entries`;
}

/** Remembers the scroll position at which an entry was opened from a list. */
export function rememberScroll(path: string, y: number): void {
  scrollPositions.set(path, y);
}

/** Takes the remembered scroll position of a list page; null when there is none. */
export function takeScroll(path: string): number | null {
  const y = scrollPositions.get(path) ?? null;
  scrollPositions.delete(path);
  return y;
}
