// @vitest-environment happy-dom
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { getSchema } from "@tiptap/core";
import { DOMParser, DOMSerializer } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { contentExtensions } from "./extensions.ts";
import { sanitise } from "./sanitise.ts";

const schema = getSchema(contentExtensions());

/** What the editor makes of a text: parsed by its schema, and written again. */
function throughEditor(html: string): string {
  const page = new window.DOMParser().parseFromString(`<body>${html}</body>`, "text/html");
  const parsed = DOMParser.fromSchema(schema).parse(page.body);
  const out = document.createElement("div");
  out.append(DOMSerializer.fromSchema(schema).serializeFragment(parsed.content));
  return out.innerHTML;
}

const samples: Readonly<Record<string, string>> = {
  paragraph: "<p>Up betimes, and so to bed.</p>",
  heading: "<h1>One</h1><h2>Two</h2><h3>Three</h3>",
  marks: "<p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code> <sub>1</sub> <sup>2</sup></p>",
  link: '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/a?b=1&amp;c">x</a></p>',
  lists: '<ul><li><p>a</p></li><li><p>b</p></li></ul><ol start="3"><li><p>c</p></li></ol>',
  quote: "<blockquote><p>said he</p></blockquote>",
  code: '<pre><code class="language-ts">let a = 1 &lt; 2;</code></pre>',
  rule: "<p>a<br>b</p><hr><p>c</p>",
  styles:
    '<p style="text-align: center;"><span style="color: #aa0000; font-size: 18px; font-family: Lora;">x</span></p>',
  table: '<table><tbody><tr><th><p>a</p></th><td colspan="2"><p>b</p></td></tr></tbody></table>',
  image: '<img src="https://example.com/x.png" alt="a" title="t">',
  photo: '<img src="/api/photos/1" data-photo-id="12">',
  inline: '<img src="data:image/png;base64,iVBORw0KGgo=">',
};

describe("what the editor writes", () => {
  it.each(Object.entries(samples))("is kept as it is: %s", (_, html) => {
    const written = throughEditor(html);
    const clean = sanitise(written);
    expect(sanitise(throughEditor(clean))).toBe(clean);
    const text = (source: string) => new window.DOMParser().parseFromString(source, "text/html").body;
    expect(text(clean).textContent).toBe(text(html).textContent);
    expect(text(clean).querySelectorAll("*").length).toBe(text(written).querySelectorAll("*").length);
  });

  it("is kept as it is: a task list", () => {
    const html =
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked="checked"><span></span></label><div><p>done</p></div></li></ul>';
    const written = throughEditor(html);
    expect(written).toContain("done");
    expect(throughEditor(sanitise(written))).toBe(written);
  });

  it("covers every node and mark of the schema", () => {
    const page =
      Object.values(samples).join("") +
      '<ul data-type="taskList"><li data-type="taskItem"><p>t</p></li></ul>';
    const document = DOMParser.fromSchema(schema).parse(
      new window.DOMParser().parseFromString(page, "text/html").body,
    );
    const seen = new Set<string>(["doc"]);
    document.descendants((node) => {
      seen.add(node.type.name);
      for (const mark of node.marks) seen.add(mark.type.name);
    });
    expect(
      [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].filter((name) => !seen.has(name)),
    ).toEqual([]);
  });
});

const diary = resolve(import.meta.dirname, "../../../shared/data/pepys-1660-1662.jsonl");

// A real diary, when it lies beside the checkout; the project carries no copy of it.
describe.skipIf(!existsSync(diary))("a real diary", () => {
  it("comes through the server and the editor with every word", () => {
    const lines = readFileSync(diary, "utf8").split("\n").filter(Boolean);
    for (let index = 0; index < lines.length; index += 11) {
      const { html } = JSON.parse(lines[index] ?? "{}") as { html: string };
      const clean = sanitise(html);
      const textOf = (source: string) =>
        new window.DOMParser().parseFromString(source, "text/html").body.textContent.replace(/\s+/g, "");
      expect(textOf(clean)).toBe(textOf(html));
      expect(textOf(throughEditor(clean))).toBe(textOf(html));
      expect(sanitise(clean)).toBe(clean);
    }
  });
});
