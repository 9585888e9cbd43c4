import type { Version } from "@daybook/domain/contract/entries";

/** Quick saves that belong together, newest first. The newest stands for all of them. */
export type Sitting = {
  readonly session: number;
  readonly newest: Version;
  readonly versions: readonly Version[];
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
};

/** The sittings of one day, newest first. */
export type Day = { readonly day: string; readonly sittings: readonly Sitting[] };

const two = (part: number): string => String(part).padStart(2, "0");

/** The day of an instant on this device's calendar, `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The time of day of an instant on this device's clock: `10:42`. */
export function timeOf(instant: string): string {
  const date = new Date(instant);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The same to the second, where saves stand close together: `10:42:07`. */
export function secondOf(instant: string): string {
  return `${timeOf(instant)}:${two(new Date(instant).getSeconds())}`;
}

function sittingOf(versions: readonly [Version, ...Version[]]): Sitting {
  const sum = (words: (version: Version) => number) =>
    versions.reduce((total, version) => total + words(version), 0);
  return {
    session: versions[0].session,
    newest: versions[0],
    versions,
    wordsAdded: sum((version) => version.words_added),
    wordsRemoved: sum((version) => version.words_removed),
  };
}

/**
 * Groups versions by day, and within a day by sitting.
 *
 * @param versions newest first, as the server lists them; one that is listed twice counts once
 */
export function groupVersions(versions: readonly Version[]): Day[] {
  const days: { day: string; sittings: [Version, ...Version[]][] }[] = [];
  const seen = new Set<number>();
  for (const version of versions) {
    if (seen.has(version.id)) continue;
    seen.add(version.id);
    const day = dayOf(version.created_at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, sittings: [] };
      days.push(last);
    }
    const sitting = last.sittings.at(-1);
    if (sitting?.[0].session === version.session) sitting.push(version);
    else last.sittings.push([version]);
  }
  return days.map(({ day, sittings }) => ({ day, sittings: sittings.map(sittingOf) }));
}
