import { expect, test } from "vitest";
import { bounds } from "../contract/bounds.ts";
import { firstJournalName } from "./first-journal-name.ts";

test("the first journal is named after its owner", () => {
  expect(firstJournalName("Samuel")).toBe("Samuel’s Journal");
});

test("a long first name is cut to fit, but never inside a character", () => {
  expect(firstJournalName("x".repeat(90))).toBe(`${"x".repeat(90)}’s Journal`);
  expect(firstJournalName("x".repeat(91))).toBe(`${"x".repeat(90)}’s Journal`);
  expect(firstJournalName("x".repeat(bounds.personName))).toHaveLength(bounds.journalName);
  expect(firstJournalName(`x${"🦊".repeat(49)}`)).toBe(`x${"🦊".repeat(44)}’s Journal`);
  expect(firstJournalName(`${"x".repeat(89)} y`)).toBe(`${"x".repeat(89)}’s Journal`);
});
