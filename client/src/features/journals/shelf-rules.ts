const day = 86_400_000;
const keptFor = 30 * day;

/**
 * Whole days until a deleted journal goes for ever, begun ones counted.
 *
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string | null, now: number): number {
  return trashedAt === null ? 30 : Math.max(0, Math.ceil((Date.parse(trashedAt) + keptFor - now) / day));
}

/** The list with one thing moved to another place. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.filter((_, index) => index !== from);
  const thing = all[from];
  return thing === undefined ? rest : [...rest.slice(0, to), thing, ...rest.slice(to)];
}
