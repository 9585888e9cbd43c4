import { expect, test } from "vitest";
import { firstEntryBody, richTextOf } from "./plain-text-body.ts";

test.each([
  ["one line", "<p>one line</p>"],
  ["  one\ntwo\n", "<p>one<br>two</p>"],
  ["one\n\ntwo\n \nthree", "<p>one</p><p>two</p><p>three</p>"],
  ["<b>5 & 6</b>", "<p>&lt;b&gt;5 &amp; 6&lt;/b&gt;</p>"],
  ["日記 ✍️", "<p>日記 ✍️</p>"],
])("%j becomes %s", (lines, html) => {
  expect(richTextOf(lines)).toBe(html);
});

test("a title is enough for an entry, blanks are not", () => {
  expect(firstEntryBody(" Snow ", " \n")).toEqual({ title: "Snow", richtext_body: "" });
  expect(firstEntryBody(" ", "\n\n")).toBeNull();
});
