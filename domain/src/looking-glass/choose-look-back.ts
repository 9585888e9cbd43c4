/** An entry that Looking Glass may show. The caller omits trashed, locked and excluded entries. */
export type LookBackCandidate = {
  readonly entryId: number;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The day on which it was shown last, `YYYY-MM-DD`; `null` when it never was. */
  readonly shownOn: string | null;
  /** The round in which it was shown last; 0 when it never was. */
  readonly round: number;
};

/** The entry to show. The caller stores the day and the round for this entry. The next choice depends on them. */
export type LookBackChoice = {
  readonly entryId: number;
  readonly reason: "on_this_day" | "long_ago";
  /** In one round each entry is shown once. */
  readonly round: number;
};

/** How many days old an entry must be to be shown. */
export const minLookBackDays = 30;

const dayMs = 86_400_000;
const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * The dates without year, `MM-DD`, of the entries that can be shown as "on this day". This is the month and day of `today`. On
 * 28 February of a year without a 29 February, it is also 29 February.
 *
 * @param today `YYYY-MM-DD`
 */
export function anniversaryDays(today: string): readonly string[] {
  const day = today.slice(5);
  return day === "02-28" && !isLeapYear(Number(today.slice(0, 4))) ? [day, "02-29"] : [day];
}

/** The newest date that a look-back may have on a day, `YYYY-MM-DD`. */
export const newestLookBackDate = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - minLookBackDays * dayMs).toISOString().slice(0, 10);

/** Sorts entries: first those that were never shown, then those shown longest ago. On a tie, the older entry comes first. */
function compare(a: LookBackCandidate, b: LookBackCandidate): number {
  const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
  return (
    byText(a.shownOn ?? "", b.shownOn ?? "") || byText(a.localDate, b.localDate) || a.entryId - b.entryId
  );
}

/**
 * Chooses the entry to show on a day, from those at least 30 days old: one of this day in an earlier year, otherwise the one that
 * was never shown or was shown longest ago. No entry comes twice before each was shown once, and none comes twice in a row unless it is the
 * only one. On one day the choice stays the same.
 *
 * @param today `YYYY-MM-DD`
 */
export function chooseLookBack(
  candidates: readonly LookBackCandidate[],
  today: string,
): LookBackChoice | null {
  const newestDate = newestLookBackDate(today);
  const eligible = candidates.filter(({ localDate }) => localDate <= newestDate).toSorted(compare);
  const days = anniversaryDays(today);
  const isOfThisDay = ({ localDate }: LookBackCandidate): boolean => days.includes(localDate.slice(5));
  const choose = (candidate: LookBackCandidate, round: number): LookBackChoice => ({
    entryId: candidate.entryId,
    reason: isOfThisDay(candidate) ? "on_this_day" : "long_ago",
    round,
  });

  const chosenToday = eligible.find(({ shownOn }) => shownOn === today);
  if (chosenToday) return choose(chosenToday, chosenToday.round);
  const currentRound = Math.max(0, ...new Set(eligible.map(({ round }) => round)));
  const lastShown = eligible.findLast(({ shownOn }) => shownOn !== null);
  const allButLastShown = eligible.filter((candidate) => candidate !== lastShown);
  const choosable = allButLastShown.length > 0 ? allButLastShown : eligible;
  const notShownThisRound = choosable.filter(({ round }) => round < currentRound);
  const startsNewRound = notShownThisRound.length === 0;
  const choices = startsNewRound ? choosable : notShownThisRound;
  const chosenEntry = choices.find(isOfThisDay) ?? choices[0];
  return chosenEntry ? choose(chosenEntry, startsNewRound ? currentRound + 1 : currentRound) : null;
}
