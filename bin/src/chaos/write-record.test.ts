import { expect, test } from "vitest";
import { markOf, textOf, violationOf, type Write } from "./write-record.ts";

const write = (mark: string, acknowledged = true): Write => ({ mark, acknowledged });
const record = {
  id: 7,
  revision: 2,
  writes: [write("mark-1-1"), write("mark-1-2"), write("mark-1-3", false)],
};
const storedEntry = (currentMark: string, ...versionMarks: string[]) => ({
  text: textOf(currentMark),
  versions: versionMarks.map(textOf),
});

test("a complete text has its mark; a part of a text has none", () => {
  expect(markOf(textOf("mark-1-1"))).toBe("mark-1-1");
  expect(markOf(textOf("mark-1-1").slice(0, -1))).toBeNull();
});

test.each([
  ["exactly the acknowledged texts", storedEntry("mark-1-2", "mark-1-2", "mark-1-1")],
  [
    "the acknowledged texts and the last sent text",
    storedEntry("mark-1-3", "mark-1-3", "mark-1-2", "mark-1-1"),
  ],
])("there is no violation with %s", (_, entry) => {
  expect(violationOf(record, entry)).toBeNull();
});

test.each([
  [
    "a lost version",
    storedEntry("mark-1-2", "mark-1-2"),
    "entry 7 has lost the acknowledged version mark-1-1",
  ],
  [
    "a version written twice",
    storedEntry("mark-1-2", "mark-1-1", "mark-1-2", "mark-1-2"),
    "entry 7 has the version mark-1-2 2 times",
  ],
  [
    "another entry's text",
    storedEntry("mark-1-2", "mark-1-1", "mark-1-2", "mark-2-1"),
    "entry 7 has a version mark-2-1 that was sent for another entry",
  ],
  [
    "an older text",
    storedEntry("mark-1-1", "mark-1-1", "mark-1-2"),
    "entry 7 has the text of mark-1-1 where mark-1-2 was acknowledged",
  ],
  [
    "half a text",
    { text: textOf("mark-1-2"), versions: [textOf("mark-1-1").slice(0, -2)] },
    "entry 7 has a version with an unknown text",
  ],
])("%s is reported as a violation", (_, entry, violation) => {
  expect(violationOf(record, entry)).toBe(violation);
});
