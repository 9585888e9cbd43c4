import { expect, test } from "vitest";
import { firstEntryBody, richTextOf } from "./plain-text-body.ts";

test.each([
  ["one line", "<p>one line</p>"],
  ["  one\ntwo\n", "<p>one<br>two</p>"],
  ["one\n\ntwo\n \nthree", "<p>one</p><p>two</p><p>three</p>"],
  ["<b>5 & 6</b>", "<p>&lt;b&gt;5 &amp; 6&lt;/b&gt;</p>"],
  ["日記 ✍️", "<p>日記 ✍️</p>"],
])("plain text %j becomes %s", (text, html) => {
  expect(richTextOf(text)).toBe(html);
});

test("a title alone makes an entry; blanks do not", () => {
  expect(firstEntryBody(" Snow ", " \n")).toEqual({ title: "Snow", richtext_body: "" });
  expect(firstEntryBody(" ", "\n\n")).toBeNull();
});
