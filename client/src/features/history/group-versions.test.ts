import type { ListedVersion } from "@daybook/domain/contract/entries";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf, groupVersions, timeWithSecondsOf, timeOf } from "./group-versions.ts";
import { historyText } from "./history-text.ts";

const version = (id: number, at: string, session: number, added = 1, removed = 0): ListedVersion => ({
  id,
  created_at: at,
  plain_text_body: "",
  word_count: 0,
  words_added: added,
  words_removed: removed,
  session,
  title_changed: false,
  photos_added: 0,
  photos_removed: 0,
  descriptions_changed: 0,
});

test("versions are grouped by day and writing session; the newest one represents its group", () => {
  const versions = [
    version(5, "2026-11-20T10:42:00.000Z", 1, 3, 1),
    version(4, "2026-11-20T10:41:00.000Z", 1, 2, 5),
    version(3, "2026-11-20T08:00:00.000Z", 2),
    version(2, "2026-11-19T22:00:00.000Z", 3),
  ];
  const days = groupVersions(versions);
  expect(days.map(({ day, groups }) => [day, groups.map((group) => group.versions.length)])).toEqual([
    ["2026-11-20", [2, 1]],
    ["2026-11-19", [1]],
  ]);
  expect(days[0]?.groups[0]).toEqual({
    session: 1,
    newest: versions[0],
    versions: versions.slice(0, 2),
    changes: {
      wordsAdded: 5,
      wordsRemoved: 6,
      photosAdded: 0,
      photosRemoved: 0,
      descriptionsChanged: 0,
      hasNewTitle: false,
    },
  });
});

test("a version that is listed on two pages counts once", () => {
  const repeatedVersion = version(4, "2026-11-20T10:41:00.000Z", 1);
  expect(groupVersions([repeatedVersion, repeatedVersion])[0]?.groups[0]?.versions).toEqual([
    repeatedVersion,
  ]);
});

test("every version is in exactly one group, in order", () => {
  const saves = fc.array(fc.record({ minutes: fc.nat(10_000), session: fc.nat(3) }), { maxLength: 30 });
  fc.assert(
    fc.property(saves, (list) => {
      const versions = list
        .sort((left, right) => right.minutes - left.minutes)
        .map(({ minutes, session }, index) =>
          version(index, new Date(minutes * 60_000).toISOString(), session),
        );
      const flatVersions = groupVersions(versions).flatMap(({ groups }) =>
        groups.flatMap((group) => group.versions),
      );
      expect(flatVersions).toEqual(versions);
    }),
  );
});

test("hours, minutes and seconds have two digits", () => {
  expect(timeOf("2026-11-20T09:05:00.000Z")).toBe("09:05");
  expect(timeWithSecondsOf("2026-11-20T09:05:07.000Z")).toBe("09:05:07");
});

test("the summary of changes other than words lists photos, descriptions and the title", () => {
  const save = { ...version(2, "2026-11-20T10:42:00.000Z", 1, 0, 0) };
  const describeChanges = (more: Partial<ListedVersion>) =>
    historyText.otherChanges(changesOf([{ ...save, ...more }]));
  expect(describeChanges({})).toBe("");
  expect(describeChanges({ photos_added: 1 })).toBe("1 photo added");
  expect(describeChanges({ photos_removed: 2 })).toBe("2 photos removed");
  expect(describeChanges({ descriptions_changed: 1 })).toBe("description changed");
  expect(describeChanges({ photos_added: 2, photos_removed: 1, title_changed: true })).toBe(
    "2 photos added, 1 photo removed, title changed",
  );
});
