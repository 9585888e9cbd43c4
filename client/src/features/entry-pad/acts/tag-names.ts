/** A name as it is compared: without regard to case, width and composition, as the server does. */
export const comparable = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").trim();

/** One thing to choose below the field. */
export type Suggestion = { readonly name: string; readonly count: number; readonly isNew: boolean };

type Known = { readonly name: string; readonly total_entries: number };

const most = 8;

/**
 * What to offer for what was typed: tags of one's own that have it in their name, those that begin with it first, and
 * last a new one unless there is exactly that.
 *
 * @param taken names that the entry has already
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
