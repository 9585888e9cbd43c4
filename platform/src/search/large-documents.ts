import type { SearchDocument } from "./search-index.ts";

/** Finding, counting and comparing the words of 1 MB takes about a second, so those of 50,000 characters take about 50 ms. */
const maxSmallCharacters = 50_000;

/** True for documents that are so long in total that a worker thread must process their words. */
export const areLarge = (documents: readonly SearchDocument[]): boolean =>
  documents.reduce((total, { body }) => total + body.length, 0) > maxSmallCharacters;
