import { expect, test } from "vitest";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { withoutLocked } from "./all-entries.ts";

test("locked entries are left out and counted", () => {
  const [plain, opened, locked] = [
    sampleEntry(1),
    { ...sampleEntry(2), locked: true },
    { ...sampleEntry(3), locked: true, is_unlocked: false },
  ];
  expect(withoutLocked([plain, opened, locked])).toEqual({ open: [plain, opened], locked: 1 });
});
