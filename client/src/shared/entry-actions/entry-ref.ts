/** The ids that identify an entry. */
export type EntryRef = { readonly journalId: number; readonly entryId: number };

/** The path parameters of a call on one entry. */
export const entryParams = ({ journalId, entryId }: EntryRef) => ({
  journalId: String(journalId),
  entryId: String(entryId),
});
