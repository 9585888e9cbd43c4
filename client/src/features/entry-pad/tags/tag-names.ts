/** Normalizes a tag name for comparison, ignoring case, width and composition, like the server. */
export const comparable = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").trim();

/** One option of the tag field. */
export type Suggestion = { readonly name: string; readonly count: number; readonly isNew: boolean };

type Known = { readonly name: string; readonly total_entries: number };

const maxSuggestions = 8;

/**
 * The suggestions for the typed text: tags that contain it, those that start with it first, and last a new tag unless the name
 * exists.
 *
 * @param usedNames the tags that the entry already has
 */
export function suggestionsFor(
  typedText: string,
  tags: readonly Known[],
  usedNames: readonly string[],
): readonly Suggestion[] {
  const comparableText = comparable(typedText);
  const onEntry = new Set(usedNames.map(comparable));
  const matchingTags = tags
    .map((tag) => ({ ...tag, key: comparable(tag.name) }))
    .filter(({ key }) => !onEntry.has(key) && key.includes(comparableText))
    .toSorted((a, b) => Number(b.key.startsWith(comparableText)) - Number(a.key.startsWith(comparableText)));
  const isKnown = onEntry.has(comparableText) || tags.some(({ name }) => comparable(name) === comparableText);
  const existingNames = matchingTags
    .slice(0, maxSuggestions)
    .map(({ name, total_entries: count }): Suggestion => ({ name, count, isNew: false }));
  return comparableText === "" || isKnown
    ? existingNames
    : [...existingNames, { name: typedText.trim(), count: 0, isNew: true }];
}
