/** How many days the trash keeps an entry or a journal. */
const trashDays = 30;
const dayMs = 86_400_000;

/**
 * The maximum number of days until an entry or a journal in the trash is erased; 0 when its time in the trash is over.
 *
 * @param trashedAt ISO-8601; null counts as now
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string | null, now: number): number {
  if (trashedAt === null) return trashDays;
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + trashDays * dayMs - now) / dayMs));
}
