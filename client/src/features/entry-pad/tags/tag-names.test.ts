import { describe, expect, test } from "vitest";
import { comparableName, suggestionsFor } from "./tag-names.ts";

const tags = ["office", "Sea", "at sea", "Straße"].map((name, index) => ({ name, total_entries: index }));
const names = (typedText: string, usedNames: string[] = []) =>
  suggestionsFor(typedText, tags, usedNames).map(({ name, isNew }) => (isNew ? `+${name}` : name));

describe("tag suggestions", () => {
  test("start with prefix matches and end with a new tag", () => {
    expect(names("SE")).toEqual(["Sea", "at sea", "Straße", "+SE"]);
  });
  test("offer no new tag when the name exists in any spelling", () => {
    expect(names("sea")).toEqual(["Sea", "at sea"]);
    expect(names("STRASSE")).toEqual(["Straße"]);
    expect(comparableName("ｓｅａ")).toBe(comparableName("Sea"));
  });
  test("leave out the tags of the entry", () => {
    expect(names("sea", ["SEA"])).toEqual(["at sea"]);
  });
  test("are all tags while the field is empty", () => {
    expect(names("")).toEqual(["office", "Sea", "at sea", "Straße"]);
  });
});
