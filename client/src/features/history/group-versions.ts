import type { Version } from "@daybook/domain/contract/entries";

/** Saves in quick succession, newest first. The newest one represents the group. */
export type SaveGroup = {
  readonly session: number;
  readonly newest: Version;
  readonly versions: readonly Version[];
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
};

/** The writing sessions of one day, newest first. */
export type Day = { readonly day: string; readonly groups: readonly SaveGroup[] };

const two = (part: number): string => String(part).padStart(2, "0");

/** The day of an instant on this device's calendar, `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The time of an instant on this device's clock: `10:42`. */
export function timeOf(instant: string): string {
  const date = new Date(instant);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time with seconds, for saves in quick succession: `10:42:07`. */
export function secondOf(instant: string): string {
  return `${timeOf(instant)}:${two(new Date(instant).getSeconds())}`;
}

function groupOf(versions: readonly [Version, ...Version[]]): SaveGroup {
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
 * Groups versions by day, and within a day by writing session.
 *
 * @param versions newest first, as the server lists them; duplicates count once
 */
export function groupVersions(versions: readonly Version[]): Day[] {
  const days: { day: string; groups: [Version, ...Version[]][] }[] = [];
  const seen = new Set<number>();
  for (const version of versions) {
    if (seen.has(version.id)) continue;
    seen.add(version.id);
    const day = dayOf(version.created_at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, groups: [] };
      days.push(last);
    }
    const group = last.groups.at(-1);
    if (group?.[0].session === version.session) group.push(version);
    else last.groups.push([version]);
  }
  return days.map(({ day, groups }) => ({ day, groups: groups.map(groupOf) }));
}
