import type { FoundEntry } from "@daybook/domain/contract/search";
import { markedPieces } from "./marked-text.ts";

/**
 * What to highlight when an entry is opened from the results: the query, preceded by the words that matched in another form, such as
 * "folded" for "folding".
 */
export function highlightQueryOf(
  { title, excerpt }: Pick<FoundEntry, "title" | "excerpt">,
  query: string,
): string {
  const queryWords = new Set(query.toLowerCase().split(/[\s"“”„«»,;]+/));
  const otherForms = new Set<string>();
  for (const { text, isMatch } of [...markedPieces(title), ...markedPieces(excerpt)]) {
    const word = text.toLowerCase();
    if (isMatch && !queryWords.has(word) && !/[\s"]/.test(word)) otherForms.add(word);
  }
  return [...otherForms, query].join(" ");
}
