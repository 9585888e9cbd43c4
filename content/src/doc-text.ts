import type { DocNode } from "./document.ts";
import { trimEnd } from "./trim-space.ts";

const altOf = ({ attrs }: DocNode): string => (typeof attrs?.["alt"] === "string" ? attrs["alt"] : "");

/** The text of inline nodes. An image separates the words before and after it, and its description is separate from both. */
function inlineText(nodes: readonly DocNode[] = []): string {
  const parts: string[] = [];
  let lastPart = "";
  let isAfterImage = false;
  for (const node of nodes) {
    const isImage = node.type === "image";
    const part = node.type === "hardBreak" ? "\n" : isImage ? altOf(node) : (node.text ?? "");
    const isNextToImage = part !== "" && lastPart !== "" && (isImage || isAfterImage);
    if (isNextToImage && !/^\s/.test(part) && lastPart.at(-1)?.trim() !== "") parts.push(" ");
    parts.push(part);
    lastPart = part || lastPart;
    isAfterImage = isImage || (isAfterImage && part === "");
  }
  return parts.join("");
}

/** The marker of a list item. A marker with a number ends with a no-break space, so that the word count can skip the number. */
function markerOf(list: DocNode, item: DocNode, index: number): string {
  if (list.type === "taskList") return item.attrs?.["checked"] === true ? "☑ " : "☐ ";
  if (list.type !== "orderedList") return "• ";
  const start = list.attrs?.["start"];
  return `${(typeof start === "number" ? start : 1) + index}.\u00A0`;
}

function addLines(lines: string[], node: DocNode, firstPrefix: string, restPrefix: string): void {
  const content = node.content ?? [];
  switch (node.type) {
    case "bulletList":
    case "orderedList":
    case "taskList":
      for (const [index, item] of content.entries()) {
        addChildren(lines, item, restPrefix + markerOf(node, item, index), `${restPrefix}  `);
      }
      return;
    case "blockquote":
      return addChildren(lines, node, firstPrefix, restPrefix);
    case "table":
      for (const row of content) lines.push(restPrefix + (row.content ?? []).map(cellText).join("\t"));
      return;
    case "horizontalRule":
      lines.push(`${firstPrefix}---`);
      return;
    default:
      for (const [index, line] of inlineText(content).split("\n").entries()) {
        lines.push((index === 0 ? firstPrefix : restPrefix) + line);
      }
  }
}

function addChildren(lines: string[], node: DocNode, firstPrefix: string, restPrefix: string): void {
  for (const [index, child] of (node.content ?? []).entries()) {
    addLines(lines, child, index === 0 ? firstPrefix : restPrefix, restPrefix);
  }
}

function cellText(cell: DocNode): string {
  const lines: string[] = [];
  addChildren(lines, cell, "", "");
  return lines.join(" ");
}

/**
 * The plain text of a document: a line for each block and line break, markers for list items, tabs between table cells,
 * and the alternative text of images.
 */
export function docText(doc: DocNode): string {
  const lines: string[] = [];
  addChildren(lines, doc, "", "");
  const firstTextLine = lines.findIndex((line) => line.trim() !== "");
  return firstTextLine === -1 ? "" : trimEnd(lines.slice(firstTextLine).join("\n"));
}

const nonTextContent = new Set(["image", "horizontalRule", "table"]);

/** True for a document without text, images, dividers and tables. */
export function isEmptyDoc(doc: DocNode): boolean {
  if (nonTextContent.has(doc.type ?? "")) return false;
  if (doc.text !== undefined && doc.text.trim() !== "") return false;
  return (doc.content ?? []).every(isEmptyDoc);
}
