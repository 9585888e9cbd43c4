import { expect, test } from "vitest";
import { startNearFirstMatch, markedPieces } from "./marked-text.ts";

test("each match is a separate piece", () => {
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
  ["&unknown; &constructor; &#0; &#x110000; & &amp", "&unknown; &constructor; &#0; &#x110000; & &amp"],
  ["&#128214; 日記", "📖 日記"],
])("in %s, valid entities become characters, and others stay as they are", (html, text) => {
  expect(markedPieces(html)).toEqual([{ text, isMatch: false }]);
});

test("elements other than <mark> stay text", () => {
  const html = '<img src=x onerror=alert(1)><MARK class="x">a</MARK><mark>b';
  expect(markedPieces(html)).toEqual([
    { text: '<img src=x onerror=alert(1)><MARK class="x">a</MARK>', isMatch: false },
    { text: "b", isMatch: true },
  ]);
});

test.each([
  ["Up early.", "Up early."],
  ["Up <mark>early</mark>.", "Up [early]."],
  [
    "I rose early and went by water to the office, where I saw <mark>fire</mark> and <mark>smoke</mark>.",
    "…to the office, where I saw [fire] and [smoke].",
  ],
  ["日".repeat(40) + "<mark>記</mark>", `…${"日".repeat(32)}[記]`],
  [`📖${"日".repeat(31)}<mark>記</mark>`, `…${"日".repeat(31)}[記]`],
  [
    "A long text without any match, which a corrected query can find",
    "A long text without any match, which a corrected query can find",
  ],
])("the line for %s starts near its first match, or at the beginning", (html, text) => {
  const pieces = startNearFirstMatch(markedPieces(html));
  expect(pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join("")).toBe(text);
});
