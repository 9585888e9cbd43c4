/** The last list position in this tab, so that Back from an entry leads there. */
const addresses = new Map<number, string>();
const spots = new Map<string, number>();

/** Remembers the current page of a journal's list, with its filters. */
export function rememberList(journalId: number, address: string): void {
  addresses.set(journalId, address);
}

/** The last shown page of the journal's list; by default its first page. */
export function lastListPath(journalId: number): string {
  return addresses.get(journalId) ?? `/journals/${journalId}/entries`;
}

/** Remembers the scroll position at which an entry was opened from a list. */
export function rememberScroll(address: string, y: number): void {
  spots.set(address, y);
}

/** Takes the remembered scroll position of a list page; null when there is none. */
export function takeScroll(address: string): number | null {
  const y = spots.get(address) ?? null;
  spots.delete(address);
  return y;
}
