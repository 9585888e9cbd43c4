import { getSchema } from "@tiptap/core";
import { DOMParser, DOMSerializer, Node } from "@tiptap/pm/model";
import type { DocNode } from "../document.ts";
import { contentExtensions } from "../extensions.ts";

/** The editor's schema. */
export const schema = getSchema(contentExtensions());

/** The editor's document after it loads a body. Needs a DOM. */
export function loadInEditor(html: string): Node {
  const htmlDocument = new window.DOMParser().parseFromString(`<body>${html}</body>`, "text/html");
  return DOMParser.fromSchema(schema).parse(htmlDocument.body, { preserveWhitespace: true });
}

/** The HTML that the editor renders for a document. Needs a DOM. */
export function editorHtml(doc: Node): string {
  const container = document.createElement("div");
  container.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  return container.innerHTML;
}

/** A document with the editor's default attributes. Throws when it does not fit the schema. */
export function editorDoc(doc: DocNode): Node {
  const node = Node.fromJSON(schema, doc);
  node.check();
  return node;
}
