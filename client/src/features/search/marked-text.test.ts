import { expect, test } from "vitest";
import { markedPieces } from "./marked-text.ts";

test("matches are separate pieces", () => {
  expect(markedPieces("The <mark>fire</mark> of <mark>London</mark>")).toEqual([
    { text: "The ", isMatch: false },
    { text: "fire", isMatch: true },
    { text: " of ", isMatch: false },
    { text: "London", isMatch: true },
  ]);
  expect(markedPieces("")).toEqual([]);
});

test.each([
  ["a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &apos;f", "a & b <c> \"d\" 'e' 'f"],
  ["&amp;lt;", "&lt;"],
  ["&unknown; &#0; &#x110000; & &amp", "&unknown; &#0; &#x110000; & &amp"],
  ["&#128214; 日記", "📖 日記"],
])("%s is read as text", (html, text) => {
  expect(markedPieces(html)).toEqual([{ text, isMatch: false }]);
});

test("creates no other element", () => {
  const html = '<img src=x onerror=alert(1)><MARK class="x">a</MARK><mark>b';
  expect(markedPieces(html)).toEqual([
    { text: '<img src=x onerror=alert(1)><MARK class="x">a</MARK>', isMatch: false },
    { text: "b", isMatch: true },
  ]);
});
