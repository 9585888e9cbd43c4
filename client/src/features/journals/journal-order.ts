const dayMs = 86_400_000;
const trashMs = 30 * dayMs;

/**
 * Whole days until a deleted journal is erased; a started day counts.
 *
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string | null, now: number): number {
  return trashedAt === null ? 30 : Math.max(0, Math.ceil((Date.parse(trashedAt) + trashMs - now) / dayMs));
}

/** The list with one item moved to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const otherItems = items.filter((_, index) => index !== from);
  const movedItem = items[from];
  return movedItem === undefined
    ? otherItems
    : [...otherItems.slice(0, to), movedItem, ...otherItems.slice(to)];
}
