import { getSchema } from "@tiptap/core";
import { DOMParser as ModelParser, DOMSerializer, type Node } from "@tiptap/pm/model";
import { countWords } from "@daybook/content/word-count";
import { padContentExtensions } from "./pad-content.ts";

const schema = getSchema(padContentExtensions());
const parser = ModelParser.fromSchema(schema);

/**
 * Replaces line breaks in the source, with the spaces and tabs next to them, by a space, as a browser shows them. Keeps all other
 * spaces, and the text of `pre`.
 */
function joinSourceLines(element: Element): void {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest("pre")) continue;
    const joined = text.data.replace(/[ \t]*[\r\n]+[ \t]*/g, " ");
    if (joined !== text.data) text.data = joined;
  }
}

/** Parses the HTML of a body into a document. Elements that the schema does not know are removed, but their text stays. */
export function parseBody(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  joinSourceLines(body);
  return parser.parse(body, { preserveWhitespace: true });
}

const isEmptyParagraph = (node: Node | null | undefined): boolean =>
  node?.type.name === "paragraph" && node.content.size === 0;

const htmlCache = new WeakMap<Node, string>();

/** The HTML of a block. Nodes are immutable, so after a keystroke only one block is serialized again. */
function blockHtml(block: Node): string {
  let html = htmlCache.get(block);
  if (html === undefined) {
    // A document that is never shown: in the document of the page, the browser would request an image as soon as it is created.
    const detachedDocument = document.implementation.createHTMLDocument("");
    const container = detachedDocument.createElement("div");
    const serializer = DOMSerializer.fromSchema(block.type.schema);
    container.append(serializer.serializeNode(block, { document: detachedDocument }));
    html = container.innerHTML;
    htmlCache.set(block, html);
  }
  return html;
}

/**
 * The HTML of a document. An empty document is an empty string. The empty line that the editor adds below a last block that is not a
 * paragraph is left out, so that opening an entry never changes it.
 */
export function bodyOf(doc: Node): string {
  const { lastChild, childCount } = doc;
  const previousBlock = childCount > 1 ? doc.child(childCount - 2) : null;
  const endsWithEditorLine = isEmptyParagraph(lastChild) && previousBlock?.type.name !== "paragraph";
  const blocks = endsWithEditorLine ? doc.children.slice(0, -1) : doc.children;
  return blocks.map(blockHtml).join("");
}

/** The HTML of each block of a body. */
export function blocksOf(html: string): string[] {
  return html === "" ? [] : parseBody(html).children.map(blockHtml);
}

/** Converts a body to the HTML that the editor itself would produce. */
export function normaliseBody(html: string): string {
  return bodyOf(parseBody(html));
}

/** An image separates the words on both sides of it, and its description counts, as on the server. */
const leafText = ({ type, attrs }: Node): string =>
  type.name === "hardBreak" ? "\n" : type.name === "image" ? ` ${attrs["alt"] ?? ""} ` : "";

/** The plain text of a document or block, one line per block. */
export function plainText(doc: Node): string {
  return doc.textBetween(0, doc.content.size, "\n", leafText);
}

const wordCountCache = new WeakMap<Node, number>();

/** The number of words of a document. A word never spans blocks, so each block is counted once and cached. */
export function countDocWords(doc: Node): number {
  let totalWords = 0;
  for (const block of doc.children) {
    let wordCount = wordCountCache.get(block);
    if (wordCount === undefined) {
      wordCount = countWords(plainText(block));
      wordCountCache.set(block, wordCount);
    }
    totalWords += wordCount;
  }
  return totalWords;
}
