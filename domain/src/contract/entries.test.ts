import { expect, it } from "vitest";
import { bounds } from "./bounds.ts";
import { EntryDraft } from "./entries.ts";

const accepts = (html: string): boolean => EntryDraft.safeParse({ richtext_body: html }).success;

it("an entry's text may have at most 1 MB in UTF-8", () => {
  expect(accepts("x".repeat(bounds.bodyBytes))).toBe(true);
  expect(accepts("x".repeat(bounds.bodyBytes + 1))).toBe(false);
  expect(accepts("€".repeat(bounds.bodyBytes / 2))).toBe(false);
});

it("an inline picture does not count towards the length of the text", () => {
  const picture = (characters: number) => `<img src="data:image/png;base64,${"A".repeat(characters)}">`;
  expect(accepts(`short${picture(bounds.bodyBytes)}`)).toBe(true);
  // Together fewer characters than the limit, but more bytes.
  expect(accepts(`${"€".repeat(300_000)}${picture(200_000)}`)).toBe(true);
});
