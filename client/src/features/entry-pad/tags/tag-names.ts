/** Normalizes a tag name for comparison, ignoring case, width and composition, like the server. */
export const comparable = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").trim();

/** One option of the tag field. */
export type Suggestion = { readonly name: string; readonly count: number; readonly isNew: boolean };

type Known = { readonly name: string; readonly total_entries: number };

const most = 8;

/**
 * The suggestions for the typed text: tags that contain it, those that start with it first, and last a new tag unless the name
 * exists.
 *
 * @param taken the tags that the entry already has
 */
export function suggestionsFor(
  typed: string,
  tags: readonly Known[],
  taken: readonly string[],
): readonly Suggestion[] {
  const wanted = comparable(typed);
  const onEntry = new Set(taken.map(comparable));
  const free = tags
    .map((tag) => ({ ...tag, key: comparable(tag.name) }))
    .filter(({ key }) => !onEntry.has(key) && key.includes(wanted))
    .toSorted((a, b) => Number(b.key.startsWith(wanted)) - Number(a.key.startsWith(wanted)));
  const isKnown = onEntry.has(wanted) || tags.some(({ name }) => comparable(name) === wanted);
  const known = free
    .slice(0, most)
    .map(({ name, total_entries: count }): Suggestion => ({ name, count, isNew: false }));
  return wanted === "" || isKnown ? known : [...known, { name: typed.trim(), count: 0, isNew: true }];
}
