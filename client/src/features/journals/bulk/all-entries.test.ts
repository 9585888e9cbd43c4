import { expect, test } from "vitest";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { withoutLocked } from "./all-entries.ts";

test("entries with a closed lock are left out and counted", () => {
  const [plainEntry, unlockedEntry, lockedEntry] = [
    sampleEntry(1),
    { ...sampleEntry(2), locked: true },
    { ...sampleEntry(3), locked: true, is_unlocked: false },
  ];
  expect(withoutLocked([plainEntry, unlockedEntry, lockedEntry])).toEqual({
    unlockedEntries: [plainEntry, unlockedEntry],
    lockedCount: 1,
  });
});
