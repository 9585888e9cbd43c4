import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { readRichText } from "./read-rich-text.ts";
import { sanitise } from "./sanitise.ts";
import { attackVectors, htmlFragments } from "./testing/attack-vectors.ts";
import { toText } from "./to-text.ts";

const safeElements = new Set(
  "p h1 h2 h3 blockquote ul ol li pre code hr br strong em u s sub sup span a img table tbody tr th td".split(
    " ",
  ),
);

/** Everything in a body that could run, load or leave its container, as a browser's parser sees it. */
function findDangers(html: string): string[] {
  const foundDangers: string[] = [];
  const collectDangers = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === "#comment" || node.nodeName === "#documentType") foundDangers.push(node.nodeName);
    if (!("tagName" in node)) return;
    if (!safeElements.has(node.tagName)) foundDangers.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      const isSafe =
        (name === "style" &&
          /^(?:text-align: [a-z]+|(?:; |color: #[0-9a-f]{6}|font-size: \d\d?px|font-family: [A-Za-z -]+)+)$/.test(
            value,
          )) ||
        (name === "href" && /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/.test(value)) ||
        (name === "src" && /^(?:https?:|data:image\/(?:png|jpeg|gif|webp);base64,|[^:]*$)/.test(value)) ||
        (name === "target" && value === "_blank") ||
        (name === "rel" && value === "noopener noreferrer nofollow") ||
        (name === "class" && value.startsWith("language-")) ||
        /^(?:alt|title|width|height|start|type|colspan|rowspan|data-(?:type|checked|photo-id))$/.test(name);
      if (!isSafe) foundDangers.push(`${name}="${value}"`);
    }
    node.childNodes.forEach(collectDangers);
  };
  parseFragment(html).childNodes.forEach(collectDangers);
  // The HTML must also be safe inside other elements.
  for (const [prefix, suffix] of [
    ["<td>", ""],
    ["<svg><desc>", ""],
    ["<noscript>", "</noscript>"],
  ] as const) {
    const parsedText = JSON.stringify(parse(`<table>${prefix}${html}${suffix}`), (key, value: unknown) =>
      key === "parentNode" ? undefined : value,
    );
    if (/"tagName":"(?:script|style|iframe|object|embed|link|meta|base)"|"name":"on/.test(parsedText))
      foundDangers.push(prefix);
  }
  return foundDangers;
}

describe("sanitising", () => {
  it.each(attackVectors)("sanitising makes %s harmless, and a second run changes nothing", (vector) => {
    const sanitised = sanitise(`<p>before</p>${vector}<p>after</p>`);
    expect(findDangers(sanitised)).toEqual([]);
    expect(sanitised).toContain("before");
    expect(sanitise(sanitised)).toBe(sanitised);
  });

  it("nearly all tested attacks are dangerous before sanitising, so their tests can fail", () => {
    const alreadyHarmless = attackVectors.filter((vector) => findDangers(vector).length === 0);
    expect(alreadyHarmless.length).toBeLessThan(6);
    expect(attackVectors.length - alreadyHarmless.length).toBeGreaterThan(90);
  });

  it("sanitising makes random HTML harmless, and a second run changes nothing", () => {
    const htmlPiece = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...attackVectors) },
      { weight: 6, arbitrary: fc.constantFrom(...htmlFragments) },
      { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: "binary" }) },
      { weight: 1, arbitrary: fc.constant("word") },
    );
    fc.assert(
      fc.property(fc.array(htmlPiece, { maxLength: 16 }), (pieces) => {
        const sanitised = sanitise(pieces.join(""));
        expect(findDangers(sanitised)).toEqual([]);
        expect(sanitise(sanitised)).toBe(sanitised);
      }),
      { numRuns: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 500 : 100 },
    );
  });

  it("sanitising keeps the text in text elements and buttons, and drops scripts, styles and SVG", () => {
    const textElementTag =
      /^<\/?(?:p|b|a|h\d|t[dhr]|table|caption|ul|ol|li|blockquote|pre|div|marquee|font|span|button|nobr)\b/;
    const textElements = fc.array(
      fc.constantFrom(...htmlFragments.filter((htmlFragment) => textElementTag.test(htmlFragment))),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(textElements, (tags) => {
        const source = tags.map((tag, index) => `${tag}word${index}`).join("");
        const { text } = readRichText(source);
        expect(tags.flatMap((_, index) => (text.includes(`word${index}`) ? [] : [index]))).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(sanitise("<script>a</script><style>b</style><svg><text>c</text></svg><button>d</button>")).toBe(
      "<p>d</p>",
    );
  });

  it.each([
    ["<b>a</b><i>b</i><strike>c</strike><ins>d</ins>", "<p><strong>a</strong><em>b</em><s>c</s><u>d</u></p>"],
    ["<cite>a</cite> <kbd>b</kbd> <abbr>c</abbr>", "<p><em>a</em> <code>b</code> c</p>"],
    ["<b><strong>a</strong></b><b>b</b>", "<p><strong>ab</strong></p>"],
    ["<b style='font-weight:normal'>a</b>", "<p>a</p>"],
    ["<span style='font-weight:700;font-style:italic'>a</span>", "<p><strong><em>a</em></strong></p>"],
    [
      "<font color='#F00' face='Georgia, serif'>a</font>",
      '<p><span style="color: #ff0000; font-family: Georgia">a</span></p>',
    ],
    ["<span style='color: rgb(170, 0, 0)'>a</span>", '<p><span style="color: #aa0000">a</span></p>'],
    [
      // Chromium serialises the editor's style like this.
      '<span style="color: rgb(170, 0, 0); font-family: &quot;Times New Roman&quot;; font-size: 18px;">a</span>',
      '<p><span style="color: #aa0000; font-family: Times New Roman; font-size: 18px">a</span></p>',
    ],
    ["<p style='margin:9px;text-align:center;'>a</p>", '<p style="text-align: center">a</p>'],
    ["<center>a<p>b</p></center>", '<p style="text-align: center">a</p><p style="text-align: center">b</p>'],
    ["<h4>a</h4><h6>b</h6>", "<h3>a</h3><h3>b</h3>"],
    ["<div>a</div><section>b</section>c", "<p>a</p><p>b</p><p>c</p>"],
    ["<div>a<br></div><div><br></div><div>b</div>", "<p>a</p><p></p><p>b</p>"],
    ["a<br>b", "<p>a<br>b</p>"],
    ["<a href='javascript:x'>a</a><a name=x>b</a>", "<p>ab</p>"],
    ["<img src=cid:1 alt='a view'>", "<p>a view</p>"],
    ["<li>a<li>b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
    ["<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>"],
    ["<ul><li><h2>a</h2></li></ul>", "<ul><li><p></p><h2>a</h2></li></ul>"],
    ["<ul></ul><table></table>a", "<p>a</p>"],
    ["<dl><dt>a</dt><dd>b</dd></dl>", "<p>a</p><p>b</p>"],
    ["<pre>a\n  b<br><i>c</i></pre>", "<pre><code>a\n  b\nc</code></pre>"],
    ["<pre><div>a</div>b<h2>c</h2>d<hr>e</pre>", "<pre><code>a\nb\nc\nd\ne</code></pre>"],
    ["<pre><div>a</div><div><br></div>\n<p>b</p>\n<b>c</b></pre>", "<pre><code>a\n\n\nb\nc</code></pre>"],
    ["<xmp><b>a</b></xmp>", "<pre><code>&lt;b>a&lt;/b></code></pre>"],
    [
      "<table><caption>a</caption><thead><tr><th>b<tbody><tr><td colspan=2>c<td rowspan=0>d</table>",
      '<p>a</p><table><tbody><tr><th><p>b</p></th></tr><tr><td colspan="2"><p>c</p></td><td><p>d</p></td></tr></tbody></table>',
    ],
    ["", ""],
    ["<p></p>", "<p></p>"],
  ])("sanitising converts %s to %s", (source, expectedHtml) => {
    expect(sanitise(source)).toBe(expectedHtml);
  });

  it("sanitising keeps typed spaces, but not the indentation of the source", () => {
    expect(sanitise("<p>a  b</p>\n  <p> c </p>")).toBe("<p>a  b</p><p> c </p>");
    expect(sanitise("<p>\n  a\n  <b>b</b>\n  c<br>\n  d\n</p>")).toBe("<p>a <strong>b</strong> c<br>d</p>");
    expect(sanitise("<ul>\n<li> a </li>\n</ul>")).toBe("<ul><li><p>a</p></li></ul>");
  });

  it("sanitising keeps inline PNG, JPEG, GIF and WebP images as they are", () => {
    for (const kind of ["png", "jpeg", "gif", "webp"]) {
      const html = `<p><img src="data:image/${kind};base64,iVBORw0KGgo="></p>`;
      expect(sanitise(html)).toBe(html);
    }
  });

  it("sanitising strips invisible characters from text and attributes, but not the joiners in emoji and words", () => {
    expect(sanitise("<p>a\u200bb&#xfeff;c\u2060d\u0000</p>")).toBe("<p>abcd</p>");
    expect(sanitise("<img src=/x alt='a\u200bb'>")).toBe('<p><img src="/x" alt="ab"></p>');
    expect(sanitise("<p>👩‍👩‍👧 می‌خواهم</p>")).toBe("<p>👩‍👩‍👧 می‌خواهم</p>");
  });

  it("sanitising keeps the text of extremely nested or broken HTML", () => {
    const extremeSources = [
      `${"<div>".repeat(50_000)}kept${"</div>".repeat(50_000)}`,
      `${"<b a=1>".repeat(50_000)}kept`,
      `<p>${Array.from({ length: 200 }, (_, index) => `<font a=${index}>`).join("")}${"<p>x".repeat(20_000)}kept`,
      `<a ${Array.from({ length: 50_000 }, (_, index) => `a${index}`).join(" ")}>kept`,
      `${"<blockquote>".repeat(400)}kept`,
      `${"<ul><li>".repeat(250)}kept`,
      `${"<".repeat(100_000)} kept`,
      `x${" ".repeat(200_000)}kept`,
    ];
    for (const html of extremeSources) {
      const sanitised = sanitise(html);
      expect(sanitised).toContain("kept");
      expect(sanitise(sanitised)).toBe(sanitised);
    }
  });

  it("sanitising drops scripts from too complex HTML", () => {
    const sanitised = sanitise(`${"<div>".repeat(1_000)}<script>alert(1)</script>a &lt; b<p>c`);
    expect(sanitised).toBe("<p>a &lt; b</p><p>c</p>");
  });

  it("the text of too complex HTML keeps the words of table cells and sections apart", () => {
    const cells = "<table><tr><th>a</th><td>b</td></tr></table><section>c</section><dl><dt>d<dd>e</dl>";
    expect(toText(`${"<div>".repeat(1_000)}${cells}`)).toBe("a\nb\nc\nd\ne");
  });
});
