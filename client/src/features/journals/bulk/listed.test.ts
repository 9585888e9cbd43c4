import { expect, test } from "vitest";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { markable } from "./listed.ts";

test("what is closed is not marked, and is counted", () => {
  const [plain, opened, closed] = [
    sampleEntry(1),
    { ...sampleEntry(2), locked: true },
    { ...sampleEntry(3), locked: true, is_unlocked: false },
  ];
  expect(markable([plain, opened, closed])).toEqual({ open: [plain, opened], closed: 1 });
});
