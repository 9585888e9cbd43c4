import { describe, expect, it } from "vitest";
import type { DocNode } from "./document.ts";
import { toHtml } from "./to-html.ts";

const page = (...content: DocNode[]): DocNode => ({ type: "doc", content: [{ type: "paragraph", content }] });
const text = (type: string, attrs: Record<string, unknown>): DocNode => ({
  type: "text",
  text: "x",
  marks: [{ type, attrs }],
});

describe("rendering a document from another source", () => {
  it.each([
    [page(text("link", { href: "javascript:alert(1)" })), "<p><a"],
    [page({ type: "image", attrs: { src: "data:image/svg+xml;base64,AAAA" } }), "<p><img"],
    [page({ type: "image", attrs: { src: "javascript:alert(1)", onerror: "alert(1)" } }), "<p><img"],
    [page(text("textStyle", { color: "red;background:url(//x)" })), "<p><span>"],
    [page(text("textStyle", { fontFamily: "expression(alert(1))" })), "<p><span>"],
    [{ type: "doc", content: [{ type: "paragraph", attrs: { textAlign: "center;position:fixed" } }] }, "<p>"],
    [{ type: "doc", content: [{ type: "codeBlock", attrs: { language: "x y" } }] }, "<pre><code"],
    [{ type: "doc", content: [{ type: "heading", attrs: { level: 1, id: "x" } }] }, "<h1>"],
  ] satisfies [DocNode, string][])("also applies the allow-list", (doc, expectedStart) => {
    const html = toHtml(doc);
    expect(html.startsWith(expectedStart)).toBe(true);
    expect(html).not.toMatch(/javascript|svg|url|expression|position|onerror|x y|id=|style/);
  });

  it("refuses an element outside the schema", () => {
    expect(() => toHtml({ type: "doc", content: [{ type: "script" }] })).toThrow("outside the schema");
    expect(toHtml({ type: "doc", content: [{ type: "heading", attrs: { level: 9 }, content: [] }] })).toBe(
      "",
    );
  });

  it("escapes text", () => {
    expect(toHtml(page({ type: "text", text: "<img src=x onerror=alert(1)> &amp;" }))).toBe(
      "<p>&lt;img src=x onerror=alert(1)> &amp;amp;</p>",
    );
  });
});
