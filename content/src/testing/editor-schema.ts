import { getSchema } from "@tiptap/core";
import { DOMParser, DOMSerializer, Node } from "@tiptap/pm/model";
import type { DocNode } from "../document.ts";
import { contentExtensions, contentParseOptions } from "../extensions.ts";

/** The editor's schema. */
export const schema = getSchema(contentExtensions());

/** What the editor makes of a body on loading it. Needs a DOM. */
export function editorReads(html: string): Node {
  const page = new window.DOMParser().parseFromString(`<body>${html}</body>`, "text/html");
  return DOMParser.fromSchema(schema).parse(page.body, contentParseOptions);
}

/** The body that the editor gives for a document. Needs a DOM. */
export function editorWrites(doc: Node): string {
  const out = document.createElement("div");
  out.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  return out.innerHTML;
}

/** A document as the editor has it, its defaults filled in and its rules checked. */
export function editorDoc(doc: DocNode): Node {
  const node = Node.fromJSON(schema, doc);
  node.check();
  return node;
}
