/** A copy of the list with one item moved to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const otherItems = items.filter((_, index) => index !== from);
  const movedItem = items[from];
  return movedItem === undefined
    ? otherItems
    : [...otherItems.slice(0, to), movedItem, ...otherItems.slice(to)];
}
