import { comparableName } from "../../../shared/tag-name.ts";

/** One option of the tag field. */
export type Suggestion = { readonly name: string; readonly count: number; readonly isNew: boolean };

type ExistingTag = { readonly name: string; readonly total_entries: number };

/** The limit for existing tags; the suggestion of a new tag is not counted. */
const maxSuggestions = 8;

/**
 * The suggestions for the typed text: existing tags that contain it, then a new tag. Tags that start with the text come first, and
 * tags in `usedNames` are left out. There is no new tag when the text is empty, names an existing tag, or is in `usedNames`.
 *
 * @param usedNames the tags that the entry has or is about to get
 */
export function suggestionsFor(
  typedText: string,
  tags: readonly ExistingTag[],
  usedNames: readonly string[],
): readonly Suggestion[] {
  const comparableText = comparableName(typedText);
  const usedKeys = new Set(usedNames.map(comparableName));
  const matchingTags = tags
    .map((tag) => ({ ...tag, key: comparableName(tag.name) }))
    .filter(({ key }) => !usedKeys.has(key) && key.includes(comparableText))
    .toSorted((a, b) => Number(b.key.startsWith(comparableText)) - Number(a.key.startsWith(comparableText)));
  const isExisting =
    usedKeys.has(comparableText) || tags.some(({ name }) => comparableName(name) === comparableText);
  const existingSuggestions = matchingTags
    .slice(0, maxSuggestions)
    .map(({ name, total_entries: count }): Suggestion => ({ name, count, isNew: false }));
  return comparableText === "" || isExisting
    ? existingSuggestions
    : [...existingSuggestions, { name: typedText.trim(), count: 0, isNew: true }];
}
