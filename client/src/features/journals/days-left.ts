/** How many days the trash keeps an entry. */
const trashDays = 30;
const dayMs = 86_400_000;

/**
 * The maximum number of days until an entry in the trash is deleted; 0 when it is due.
 *
 * @param trashedAt ISO-8601
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + trashDays * dayMs - now) / dayMs));
}
