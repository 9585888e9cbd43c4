import { expect, test } from "vitest";
import { bounds } from "../contract/bounds.ts";
import { firstJournalName } from "./first-journal-name.ts";

test("the first journal has the name of its owner", () => {
  expect(firstJournalName("Samuel")).toBe("Samuel’s Journal");
});

test("a long name is cut so that the journal's name may be saved, and no character is halved", () => {
  expect(firstJournalName("x".repeat(90))).toBe(`${"x".repeat(90)}’s Journal`);
  expect(firstJournalName("x".repeat(91))).toBe(`${"x".repeat(90)}’s Journal`);
  expect(firstJournalName("x".repeat(bounds.personName))).toHaveLength(bounds.journalName);
  expect(firstJournalName(`x${"🦊".repeat(49)}`)).toBe(`x${"🦊".repeat(44)}’s Journal`);
  expect(firstJournalName(`${"x".repeat(89)} y`)).toBe(`${"x".repeat(89)}’s Journal`);
});
