import { describe, expect, test } from "vitest";
import { comparable, suggestionsFor } from "./tag-names.ts";

const tags = ["office", "Sea", "at sea", "Straße"].map((name, index) => ({ name, total_entries: index }));
const names = (typed: string, taken: string[] = []) =>
  suggestionsFor(typed, tags, taken).map(({ name, isNew }) => (isNew ? `+${name}` : name));

describe("suggestions for a tag", () => {
  test("begin with those that begin so, and end with a new one", () => {
    expect(names("SE")).toEqual(["Sea", "at sea", "Straße", "+SE"]);
  });
  test("offer nothing new where there is exactly that, in whatever spelling", () => {
    expect(names("sea")).toEqual(["Sea", "at sea"]);
    expect(names("STRASSE")).toEqual(["Straße"]);
    expect(comparable("ｓｅａ")).toBe(comparable("Sea"));
  });
  test("leave out what the entry has", () => {
    expect(names("sea", ["SEA"])).toEqual(["at sea"]);
  });
  test("are all of one's tags while nothing is typed", () => {
    expect(names("")).toEqual(["office", "Sea", "at sea", "Straße"]);
  });
});
