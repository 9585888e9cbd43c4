/** How long the trash keeps an entry. */
const keptFor = 30;
const day = 86_400_000;

/**
 * In how many days at most an entry of the trash is erased; 0 when it is due.
 *
 * @param trashedAt ISO-8601
 * @param now milliseconds since 1970
 */
export function daysLeft(trashedAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(trashedAt) + keptFor * day - now) / day));
}
