/** How many days the trash keeps an entry or a journal. */
const trashDays = 30;
const dayMs = 86_400_000;

/**
 * How many more days the trash keeps an entry or a journal, rounded up; 0 when its time in the trash is over.
 *
 * @param trashedAt ISO-8601; null counts as now
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string | null, now: number): number {
  if (trashedAt === null) return trashDays;
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + trashDays * dayMs - now) / dayMs));
}
