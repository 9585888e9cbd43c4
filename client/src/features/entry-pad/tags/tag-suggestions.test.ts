import { describe, expect, test } from "vitest";
import { suggestionsFor } from "./tag-suggestions.ts";

const tags = ["office", "Sea", "at sea", "Straße"].map((name, index) => ({ name, total_entries: index }));
/** The names of the suggestions; the one for a new tag begins with a plus sign. */
const suggestedNames = (typedText: string, usedNames: string[] = []) =>
  suggestionsFor(typedText, tags, usedNames).map(({ name, isNew }) => (isNew ? `+${name}` : name));

describe("tag suggestions", () => {
  test("begin with the tags that start with the typed text, and end with a new tag", () => {
    expect(suggestedNames("SE")).toEqual(["Sea", "at sea", "Straße", "+SE"]);
  });
  test("offer no new tag when the name exists, ignoring case and width", () => {
    expect(suggestedNames("sea")).toEqual(["Sea", "at sea"]);
    expect(suggestedNames("STRASSE")).toEqual(["Straße"]);
    expect(suggestedNames("ｓｅａ")).toEqual(["Sea", "at sea"]);
    expect(suggestedNames("at  sea")).toEqual(["at sea"]);
  });
  test("leave out the tags of the entry", () => {
    expect(suggestedNames("sea", ["SEA"])).toEqual(["at sea"]);
  });
  test("show existing tags while the field is empty", () => {
    expect(suggestedNames("")).toEqual(["office", "Sea", "at sea", "Straße"]);
  });
});
