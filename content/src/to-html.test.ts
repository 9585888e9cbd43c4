import { describe, expect, it } from "vitest";
import type { DocNode } from "./document.ts";
import { toHtml } from "./to-html.ts";

const paragraphDoc = (...content: DocNode[]): DocNode => ({
  type: "doc",
  content: [{ type: "paragraph", content }],
});
const text = (type: string, attrs: Record<string, unknown>): DocNode => ({
  type: "text",
  text: "x",
  marks: [{ type, attrs }],
});

describe("rendering a document that was not parsed from HTML", () => {
  it.each([
    [paragraphDoc(text("link", { href: "javascript:alert(1)" })), "<p><a"],
    [paragraphDoc({ type: "image", attrs: { src: "data:image/svg+xml;base64,AAAA" } }), "<p><img"],
    [paragraphDoc({ type: "image", attrs: { src: "javascript:alert(1)", onerror: "alert(1)" } }), "<p><img"],
    [paragraphDoc(text("textStyle", { color: "red;background:url(//x)" })), "<p><span>"],
    [paragraphDoc(text("textStyle", { fontFamily: "expression(alert(1))" })), "<p><span>"],
    [{ type: "doc", content: [{ type: "paragraph", attrs: { textAlign: "center;position:fixed" } }] }, "<p>"],
    [{ type: "doc", content: [{ type: "codeBlock", attrs: { language: "x y" } }] }, "<pre><code"],
    [{ type: "doc", content: [{ type: "heading", attrs: { level: 1, id: "x" } }] }, "<h1>"],
  ] satisfies [DocNode, string][])("applies the allow-list to document %#", (doc, expectedStart) => {
    const html = toHtml(doc);
    expect(html.startsWith(expectedStart)).toBe(true);
    expect(html).not.toMatch(/javascript|svg|url|expression|position|onerror|x y|id=|style/);
  });

  it("refuses a block outside the schema, and renders no heading of an unknown level", () => {
    expect(() => toHtml({ type: "doc", content: [{ type: "script" }] })).toThrow("outside the schema");
    expect(toHtml({ type: "doc", content: [{ type: "heading", attrs: { level: 9 }, content: [] }] })).toBe(
      "",
    );
  });

  it("escapes text", () => {
    expect(toHtml(paragraphDoc({ type: "text", text: "<img src=x onerror=alert(1)> &amp;" }))).toBe(
      "<p>&lt;img src=x onerror=alert(1)> &amp;amp;</p>",
    );
  });
});
