import type { SearchDocument } from "./search-index.ts";

/** Finding, counting and comparing the words of 1 MB takes about a second. */
const largeDocuments = 50_000;

/** True for documents whose words are for a thread, because of their length in all. */
export const areLarge = (documents: readonly SearchDocument[]): boolean =>
  documents.reduce((total, { body }) => total + body.length, 0) > largeDocuments;
