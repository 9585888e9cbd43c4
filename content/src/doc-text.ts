import type { DocNode } from "./document.ts";
import { trimEnd } from "./trim-space.ts";

const inlineText = (nodes: readonly DocNode[] = []): string =>
  nodes
    .map(({ type, text, attrs }) => {
      if (type === "hardBreak") return "\n";
      if (type === "image") return typeof attrs?.["alt"] === "string" ? attrs["alt"] : "";
      return text ?? "";
    })
    .join("");

/** Markers of list items end a number with a no-break space, by which the word count knows that it is no word. */
function markerOf(list: DocNode, item: DocNode, at: number): string {
  if (list.type === "taskList") return item.attrs?.["checked"] === true ? "☑ " : "☐ ";
  if (list.type !== "orderedList") return "• ";
  const start = list.attrs?.["start"];
  return `${(typeof start === "number" ? start : 1) + at}.\u00A0`;
}

function addLines(lines: string[], node: DocNode, first: string, rest: string): void {
  const content = node.content ?? [];
  switch (node.type) {
    case "bulletList":
    case "orderedList":
    case "taskList":
      for (const [at, item] of content.entries()) {
        addChildren(lines, item, rest + markerOf(node, item, at), `${rest}  `);
      }
      return;
    case "blockquote":
      return addChildren(lines, node, first, rest);
    case "table":
      for (const row of content) lines.push(rest + (row.content ?? []).map(cellText).join("\t"));
      return;
    case "horizontalRule":
      lines.push(`${first}---`);
      return;
    default:
      for (const [at, line] of inlineText(content).split("\n").entries()) {
        lines.push((at === 0 ? first : rest) + line);
      }
  }
}

function addChildren(lines: string[], node: DocNode, first: string, rest: string): void {
  for (const [at, child] of (node.content ?? []).entries()) {
    addLines(lines, child, at === 0 ? first : rest, rest);
  }
}

function cellText(cell: DocNode): string {
  const lines: string[] = [];
  addChildren(lines, cell, "", "");
  return lines.join(" ");
}

/**
 * Plain text of a document: a line for each block and line break, bullets, numbers and boxes for list items, tabs between
 * the cells of a table, the alternative text of images. For the browser, `docText(editor.getJSON())` is the same text that
 * the server reads from the HTML.
 */
export function docText(doc: DocNode): string {
  const lines: string[] = [];
  addChildren(lines, doc, "", "");
  const from = lines.findIndex((line) => line.trim() !== "");
  return from === -1 ? "" : trimEnd(lines.slice(from).join("\n"));
}

const solid = new Set(["image", "horizontalRule", "table"]);

/** True when neither a word nor an image, a rule or a table is in it. */
export function isEmptyDoc(doc: DocNode): boolean {
  if (solid.has(doc.type ?? "")) return false;
  if (doc.text !== undefined && doc.text.trim() !== "") return false;
  return (doc.content ?? []).every(isEmptyDoc);
}
