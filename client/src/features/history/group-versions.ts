import type { ListedVersion } from "@daybook/domain/contract/entries";
import { dayOfInstant } from "../../shared/dates.ts";

/** What one or more saves changed. */
export type Changes = {
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
  readonly photosAdded: number;
  readonly photosRemoved: number;
  readonly descriptionsChanged: number;
  readonly hasNewTitle: boolean;
};

/** The saves of one writing session on one day, newest first. A session ends with a long pause. The newest save represents the group. */
export type SaveGroup = {
  /** the number of the writing session, from the server */
  readonly session: number;
  readonly newest: ListedVersion;
  readonly versions: readonly ListedVersion[];
  readonly changes: Changes;
};

/** The versions of one day, grouped by writing session, newest first. */
export type Day = { readonly day: string; readonly groups: readonly SaveGroup[] };

const twoDigits = (part: number): string => String(part).padStart(2, "0");

/** The time of an instant on this device's clock: `10:42`. */
export function timeOf(instant: string): string {
  const date = new Date(instant);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The time with seconds, for saves in quick succession: `10:42:07`. */
export function timeWithSecondsOf(instant: string): string {
  return `${timeOf(instant)}:${twoDigits(new Date(instant).getSeconds())}`;
}

/** What these saves changed, added up. */
export function changesOf(versions: readonly ListedVersion[]): Changes {
  const sum = (count: (version: ListedVersion) => number) =>
    versions.reduce((total, version) => total + count(version), 0);
  return {
    wordsAdded: sum((version) => version.words_added),
    wordsRemoved: sum((version) => version.words_removed),
    photosAdded: sum((version) => version.photos_added),
    photosRemoved: sum((version) => version.photos_removed),
    descriptionsChanged: sum((version) => version.descriptions_changed),
    hasNewTitle: versions.some((version) => version.title_changed),
  };
}

function groupOf(versions: readonly [ListedVersion, ...ListedVersion[]]): SaveGroup {
  return { session: versions[0].session, newest: versions[0], versions, changes: changesOf(versions) };
}

/**
 * Groups versions by day, and within a day by writing session.
 *
 * @param versions newest first, as the server lists them; duplicates count once
 */
export function groupVersions(versions: readonly ListedVersion[]): Day[] {
  const days: { day: string; groups: [ListedVersion, ...ListedVersion[]][] }[] = [];
  const seenIds = new Set<number>();
  for (const version of versions) {
    if (seenIds.has(version.id)) continue;
    seenIds.add(version.id);
    const day = dayOfInstant(version.created_at);
    let lastDay = days.at(-1);
    if (lastDay?.day !== day) {
      lastDay = { day, groups: [] };
      days.push(lastDay);
    }
    const group = lastDay.groups.at(-1);
    if (group?.[0].session === version.session) group.push(version);
    else lastDay.groups.push([version]);
  }
  return days.map(({ day, groups }) => ({ day, groups: groups.map(groupOf) }));
}
