// @vitest-environment happy-dom
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docText } from "./doc-text.ts";
import { markOrder } from "./document.ts";
import { fromHtml } from "./from-html.ts";
import { sanitise } from "./sanitise.ts";
import { editorDoc, loadInEditor, editorHtml, schema } from "./testing/editor-schema.ts";
import { randomDoc } from "./testing/random-doc.ts";
import { toText } from "./to-text.ts";

const samples: Readonly<Record<string, string>> = {
  paragraph: "<p>Up betimes,  and so to bed.</p><p></p>",
  heading: "<h1>One</h1><h2>Two</h2><h3>Three</h3>",
  marks:
    "<p><b>b</b> <i>i</i> <u>u</u> <s>s</s> <mark>h</mark> <code>c</code> H<sub>2</sub>O m<sup>2</sup></p>",
  link: '<p><a href="https://example.com/a?b=1&amp;c"><strong>x</strong> y</a> <a href="mailto:a@b.c">z</a></p>',
  lists: '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3" type="a"><li>c</li></ol>',
  tasks: '<ul data-type="taskList"><li data-checked="true">done</li><li>open</li></ul>',
  quote: "<blockquote><p>said he</p><blockquote>said she</blockquote></blockquote>",
  code: '<pre><code class="language-ts">let a = 1 &lt; 2;\n\n  b</code></pre>',
  rule: "<p>a<br>b</p><hr><p>c</p>",
  styles:
    '<p style="text-align:center"><span style="color:red;font-size:18px;font-family:\'Times New Roman\',serif">x</span></p>',
  table:
    "<table><caption>t</caption><thead><tr><th>a</th></tr></thead><tr><td colspan=2>b<p>c</p></td></tr></table>",
  image: '<p>see <img src="https://example.com/x.png" alt="a" title="t" width="10"> there</p>',
  photo: '<img data-photo-id="12" src="/api/photos/1"><img data-photo-id="13">',
  inline: '<a href="https://example.com/"><img src="data:image/png;base64,iVBORw0KGgo="></a>',
  old: "<div>a</div><div><br></div><div><font color=#f00>b</font></div><h5>c</h5>",
  figure: "<section><header>h</header><figure><img src=x.png><figcaption>f</figcaption></figure></section>",
};

describe("round trips", () => {
  it.each(Object.entries(samples))(
    "server and editor write the same HTML after a round trip: %s",
    (_, html) => {
      const sanitised = sanitise(html);
      const editorDocument = loadInEditor(sanitised);
      expect(editorDocument.toJSON()).toEqual(editorDoc(fromHtml(html)).toJSON());
      expect(sanitise(editorHtml(editorDocument))).toBe(sanitised);
    },
  );

  it("the samples have every node and mark, and server and editor have the same order of marks", () => {
    const testedNames = new Set<string>(["doc"]);
    loadInEditor(sanitise(Object.values(samples).join(""))).descendants((node) => {
      testedNames.add(node.type.name);
      for (const mark of node.marks) testedNames.add(mark.type.name);
    });
    expect([...testedNames].toSorted()).toEqual(
      [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].toSorted(),
    );
    expect(Object.keys(schema.marks)).toEqual([...markOrder]);
  });

  it("server and editor keep random documents and their text unchanged", () => {
    fc.assert(
      fc.property(randomDoc, (random) => {
        const doc = editorDoc(random);
        const sanitised = sanitise(editorHtml(doc));
        expect(loadInEditor(sanitised).toJSON()).toEqual(doc.toJSON());
        expect(sanitise(sanitised)).toBe(sanitised);
        expect(toText(sanitised)).toBe(docText(doc.toJSON()));
      }),
      { numRuns: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 60 : 15 },
    );
  });
});

const diary = resolve(import.meta.dirname, "../../../shared/data/pepys-1660-1662.jsonl");

// A real diary. The project has no copy of it, so the test runs only when the file exists.
describe.skipIf(!existsSync(diary))("real entries", () => {
  it("a real diary keeps every character but white space through server and editor (every tenth entry)", () => {
    const lines = readFileSync(diary, "utf8").trim().split("\n");
    for (const line of lines.filter((_, index) => index % 10 === 0)) {
      const { html } = JSON.parse(line) as { html: string };
      const sanitised = sanitise(html);
      const textOf = (source: string) =>
        new window.DOMParser().parseFromString(source, "text/html").body.textContent;
      expect(textOf(sanitised).replace(/\s/g, "")).toBe(textOf(html).replace(/\s/g, ""));
      const editorDocument = loadInEditor(sanitised);
      expect(sanitise(editorHtml(editorDocument))).toBe(sanitised);
      expect(docText(editorDocument.toJSON())).toBe(toText(html));
    }
  });
});
