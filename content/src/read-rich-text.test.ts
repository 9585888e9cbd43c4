import { describe, expect, it } from "vitest";
import { readRichText } from "./read-rich-text.ts";
import { sanitise } from "./sanitise.ts";
import { toText } from "./to-text.ts";

describe("texts of bodies", () => {
  it.each([
    ["<p>a <b>b</b></p><h2>c</h2><p>d<br>e</p>", "a b\nc\nd\ne"],
    ["<p></p><p>a</p><p></p><p>b</p><p></p>", "a\n\nb"],
    ["<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>", "• a\n  • b\n• c\n  d"],
    ["<ol start=9><li>a<li>b</ol>", "9.\u00A0a\n10.\u00A0b"],
    ['<ul data-type="taskList"><li data-checked="true">a</li><li>b</li></ul>', "☑ a\n☐ b"],
    ["<table><tr><td>a<p>b</p></td><td>c</td></tr><tr><td></td><td>d</td></tr></table>", "a b\tc\n\td"],
    ["<blockquote><p>a</p><p>b</p></blockquote>c", "a\nb\nc"],
    ["<pre>a\n  b</pre><hr>", "a\n  b\n---"],
    ["<p>a <img src=/x alt='the sea'> b</p>", "a the sea b"],
    ["<p>morning<img data-photo-id=1><img data-photo-id=2>evening</p>", "morning evening"],
    ["<p><img src=/x>a <img src=/x>b<img src=/x></p>", "a b"],
    ["<p>a<img src=/x alt='the sea'>b<img src=/x alt='c'><br>d</p>", "a the sea b c\nd"],
    ["<p>mor<b>ning</b></p>", "morning"],
    ["<p>a &lt;b&gt; &amp;amp;</p>", "a <b> &amp;"],
    ["<div>a</div>\n<div>b</div>", "a\nb"],
    ["", ""],
  ])("the body %j has the text %j", (html, text) => {
    expect(toText(html)).toBe(text);
    expect(readRichText(html).text).toBe(text);
    expect(toText(sanitise(html))).toBe(text);
  });
});

describe("reading bodies", () => {
  it("reading a body gives HTML, text, excerpt and word count in one call", () => {
    expect(readRichText("<p>Up betimes.</p><ol><li>one</li><li>two</li></ol><p>To bed</p>")).toEqual({
      html: "<p>Up betimes.</p><ol><li><p>one</p></li><li><p>two</p></li></ol><p>To bed</p>",
      text: "Up betimes.\n1.\u00A0one\n2.\u00A0two\nTo bed",
      excerpt: "Up betimes. 1. one 2. two To bed",
      wordCount: 6,
      isEmpty: false,
    });
  });

  it.each(["", " ", "<p></p>", "<p>&nbsp;<br>\u200b</p>", "<ul><li></li></ul>", "<script>a</script>"])(
    "the body %j is empty",
    (html) => {
      expect(readRichText(html).isEmpty).toBe(true);
      expect(readRichText(html).wordCount).toBe(0);
    },
  );

  it.each([
    '<img src="data:image/png;base64,AA==">',
    "<p><a href=/x><img data-photo-id=1></a></p>",
    "<hr>",
    "<table><tr><td></td></tr></table>",
    "<p>.</p>",
  ])("the body %j is not empty", (html) => {
    expect(readRichText(html).isEmpty).toBe(false);
  });
});

describe("excerpts", () => {
  it.each([
    "<p>morning<img data-photo-id=1>evening</p>",
    "<p>morning</p><p><img data-photo-id=1></p><p>evening</p>",
    "<blockquote>morning</blockquote>evening",
    "<pre>morning</pre><h2>evening</h2>",
    "<table><tr><td>morning<td>evening</table>",
    "morning<br>evening",
    "<div>morning<div>evening</div></div>",
  ])("excerpt and word count keep the two words of %s apart", (html) => {
    expect(readRichText(html)).toMatchObject({ excerpt: "morning evening", wordCount: 2 });
  });

  it("an excerpt is cut between words", () => {
    const { excerpt } = readRichText(`<p>${"word ".repeat(100)}</p>`);
    expect(excerpt).toBe(`${"word ".repeat(39)}word…`);
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(readRichText(`<p>${"a".repeat(200)}</p>`).excerpt).toBe("a".repeat(200));
  });

  it("an excerpt is cut between whole characters when the text has no spaces", () => {
    for (const character of ["日", "👩🏽‍🚀", "e\u0301", "😀"]) {
      for (const shift of ["", "x", "xy"]) {
        const { excerpt } = readRichText(`<p>${shift}${character.repeat(200)}</p>`);
        expect(excerpt.length).toBeLessThanOrEqual(200);
        expect(excerpt.length).toBeGreaterThan(180);
        expect(excerpt.slice(shift.length, -1).replaceAll(character, "")).toBe("");
      }
    }
  });

  it("an excerpt skips long white space at the start, and leaves out a word far behind the first one", () => {
    const { excerpt } = readRichText(`<pre>${"\n".repeat(50_000)}a${" ".repeat(50_000)}b</pre>`);
    expect(excerpt).toBe("a");
  });

  it("an excerpt has no half of an emoji after long white space", () => {
    const { excerpt } = readRichText(`<pre>a${" ".repeat(3_998)}😀</pre>`);
    expect(excerpt.isWellFormed()).toBe(true);
  });
});
