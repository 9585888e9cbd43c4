// @vitest-environment happy-dom
import { readRichText } from "@daybook/content/read-rich-text";
import { countWords } from "@daybook/content/word-count";
import { describe, expect, test } from "vitest";
import { bodyOf, normaliseBody, parseBody, plainText, countDocWords } from "./body.ts";

describe("the body of an entry", () => {
  test.each([
    ["", ""],
    ["<p></p>", ""],
    ["<p>Up early.</p>", "<p>Up early.</p>"],
    ["<p>two  spaces,   three</p>", "<p>two  spaces,   three</p>"],
    ["<p>a line\n   of the source</p>\n<p>next</p>", "<p>a line of the source</p><p>next</p>"],
    ["<pre><code>a\n  b</code></pre>", "<pre><code>a\n  b</code></pre>"],
    ["<b>bold</b> <i>slanted</i>", "<p><strong>bold</strong> <em>slanted</em></p>"],
    ["<p>text</p><p></p>", "<p>text</p><p></p>"],
    ["<ul><li><p>one</p></li></ul><p></p>", "<ul><li><p>one</p></li></ul>"],
    ["<script>alert(1)</script><p onclick='x()'>kept</p>", "<p>kept</p>"],
  ])("%j becomes %j", (html, normal) => expect(normaliseBody(html)).toBe(normal));

  test("normalising twice equals normalising once", () => {
    const html =
      '<h2>Day</h2><p style="text-align: center">x  y<br>z</p><hr><img src="data:image/png;base64,AA==">';
    const normalised = normaliseBody(html);
    expect(normaliseBody(normalised)).toBe(normalised);
    expect(normalised).toContain("<img");
    expect(normalised).toContain("text-align: center");
  });

  test("contains a photo's id and not its URL", () => {
    const withSource = (src: string) => `<p><img ${src}alt="The river" width="300" data-photo-id="7"></p>`;
    const [noSource, olderSource, newerSource] = [
      "",
      'src="/api/photos/7?e=1&amp;s=a" ',
      'src="/api/photos/7?e=2&amp;s=b" ',
    ];
    expect(normaliseBody(withSource(olderSource))).toBe(normaliseBody(withSource(newerSource)));
    expect(normaliseBody(withSource(olderSource))).toBe(withSource(noSource));
    expect(normaliseBody('<p><img src="/covers/blue.svg"></p>')).toContain('src="/covers/blue.svg"');
  });

  test("counts words that are separated by blocks and line breaks", () => {
    const doc = parseBody("<p>Up early</p><ul><li><p>to the office</p></li></ul><p>and<br>home</p>");
    expect(plainText(doc).trim()).toBe("Up early\nto the office\nand\nhome");
    expect(countWords(plainText(doc))).toBe(7);
    expect(countDocWords(doc)).toBe(7);
    expect(bodyOf(doc)).toContain("<br>");
  });

  test("counts the words next to a photo and the words of its description, as the server does", () => {
    const html = '<p>morning<img data-photo-id="7">evening<img data-photo-id="8" alt="the river">night</p>';
    expect(countDocWords(parseBody(html))).toBe(readRichText(html).wordCount);
    expect(countDocWords(parseBody(html))).toBe(5);
  });
});
