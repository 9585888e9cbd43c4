/** Where the reader was in the lists of this tab, so that the way back from an entry leads there. */
const addresses = new Map<number, string>();
const spots = new Map<string, number>();

/** Notes which page of a journal's list is shown, narrowed as it is. */
export function rememberList(journalId: number, address: string): void {
  addresses.set(journalId, address);
}

/** The page of the journal's list that was shown last; its first page, when there was none. */
export function lastListOf(journalId: number): string {
  return addresses.get(journalId) ?? `/journals/${journalId}/entries`;
}

/** Notes how far down a page of a list an entry was opened. */
export function rememberSpot(address: string, y: number): void {
  spots.set(address, y);
}

/** How far down the page an entry was opened since it was shown last; null when none was. */
export function takeSpot(address: string): number | null {
  const y = spots.get(address) ?? null;
  spots.delete(address);
  return y;
}
