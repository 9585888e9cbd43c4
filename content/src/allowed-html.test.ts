// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { allowedElements } from "./allowed-html.ts";
import type { DocNode } from "./document.ts";
import { sanitise } from "./sanitise.ts";
import { editorDoc, loadInEditor, editorHtml, schema } from "./testing/editor-schema.ts";

const text = (...marks: NonNullable<DocNode["marks"]>): DocNode => ({ type: "text", text: "x", marks });
const paragraph = (...content: DocNode[]): DocNode => ({ type: "paragraph", content });
const image = { src: "https://example.com/x.png", alt: "a", title: "t", width: 1, height: 2, photoId: "3" };
const table = (type: string): DocNode => ({
  type: "table",
  content: [
    { type: "tableRow", content: [{ type, attrs: { colspan: 2, rowspan: 3 }, content: [paragraph()] }] },
  ],
});

/** For each node and mark of the schema, blocks that contain it with each of its attributes. */
const examples: Readonly<Record<string, DocNode[]>> = {
  doc: [paragraph()],
  text: [paragraph(text())],
  paragraph: [{ type: "paragraph", attrs: { textAlign: "center" } }],
  heading: [1, 2, 3].map((level) => ({ type: "heading", attrs: { level, textAlign: "right" } })),
  blockquote: [{ type: "blockquote", content: [paragraph()] }],
  bulletList: [{ type: "bulletList", content: [{ type: "listItem", content: [paragraph()] }] }],
  listItem: [{ type: "bulletList", content: [{ type: "listItem", content: [paragraph()] }] }],
  orderedList: [
    {
      type: "orderedList",
      attrs: { start: 2, type: "a" },
      content: [{ type: "listItem", content: [paragraph()] }],
    },
  ],
  taskList: [{ type: "taskList", content: [{ type: "taskItem", content: [paragraph()] }] }],
  taskItem: [
    { type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph()] }] },
  ],
  codeBlock: [{ type: "codeBlock", attrs: { language: "ts" }, content: [{ type: "text", text: "x" }] }],
  horizontalRule: [{ type: "horizontalRule" }],
  hardBreak: [paragraph({ type: "hardBreak" })],
  image: [paragraph({ type: "image", attrs: image })],
  table: [table("tableCell")],
  tableRow: [table("tableCell")],
  tableCell: [table("tableCell")],
  tableHeader: [table("tableHeader")],
  link: [paragraph(text({ type: "link", attrs: { href: "https://example.com/", title: "t" } }))],
  textStyle: [
    paragraph(
      text({
        type: "textStyle",
        attrs: { color: "#aa0000", fontFamily: "Times New Roman", fontSize: "18px" },
      }),
    ),
  ],
  ...Object.fromEntries(
    ["bold", "italic", "underline", "strike", "highlight", "code", "subscript", "superscript"].map((type) => [
      type,
      [paragraph(text({ type }))],
    ]),
  ),
};

const elementsAndAttributesOf = (html: string): string[] => {
  const htmlDocument = new window.DOMParser().parseFromString(`<body>${html}</body>`, "text/html");
  return [...htmlDocument.body.querySelectorAll("*")].flatMap((element) => {
    const name = element.tagName.toLowerCase();
    return [name, ...element.getAttributeNames().map((attribute) => `${name}.${attribute}`)];
  });
};

describe("the allow-list and the editor's schema", () => {
  const names = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)];

  it("the examples contain all nodes, marks and attributes of the editor's schema", () => {
    expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
    const unsetAttributes: string[] = [];
    for (const [name, blocks] of Object.entries(examples)) {
      const blocksJson = JSON.stringify(blocks);
      const attributes = schema.nodes[name]?.spec.attrs ?? schema.marks[name]?.spec.attrs ?? {};
      for (const attribute of Object.keys(attributes))
        if (!blocksJson.includes(`"${attribute}":`)) unsetAttributes.push(attribute);
    }
    expect(unsetAttributes).toEqual([]);
  });

  it.each(Object.entries(examples))("sanitising keeps all that the editor renders for %s", (_, content) => {
    const doc = editorDoc({ type: "doc", content });
    const html = editorHtml(doc);
    const sanitised = sanitise(html);
    expect(elementsAndAttributesOf(sanitised).toSorted()).toEqual(elementsAndAttributesOf(html).toSorted());
    expect(loadInEditor(sanitised).toJSON()).toEqual(doc.toJSON());
  });

  it("the allow-list has exactly the elements and attributes that the editor renders", () => {
    const renderedNames = new Set(
      Object.values(examples).flatMap((content) =>
        elementsAndAttributesOf(editorHtml(editorDoc({ type: "doc", content }))),
      ),
    );
    const allowedNames = Object.entries(allowedElements).flatMap(([element, attributes]) => [
      element,
      ...Object.keys(attributes).map((attribute) => `${element}.${attribute}`),
    ]);
    expect(allowedNames.filter((name) => !renderedNames.has(name))).toEqual([]);
    expect([...renderedNames].filter((name) => !allowedNames.includes(name))).toEqual([]);
  });
});
