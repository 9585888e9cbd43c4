import { getHTMLFromFragment, getSchema } from "@tiptap/core";
import { DOMParser as ModelParser, Fragment, type Node } from "@tiptap/pm/model";
import { countWords } from "@daybook/content/word-count";
import { padContent } from "./photo-content.ts";

const schema = getSchema(padContent());
const parser = ModelParser.fromSchema(schema);

/** Line breaks of the source are spaces, as on any page; the spaces a person typed stay, however many. */
function joinSourceLines(element: Element): void {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest("pre")) continue;
    const joined = text.data.replace(/[ \t]*[\r\n]+[ \t]*/g, " ");
    if (joined !== text.data) text.data = joined;
  }
}

/** Reads a body into a document; what the schema does not know is left out, its text is kept. */
export function parseBody(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  joinSourceLines(body);
  return parser.parse(body, { preserveWhitespace: true });
}

const isEmptyParagraph = (node: Node | null | undefined): boolean =>
  node?.type.name === "paragraph" && node.content.size === 0;

const htmlOf = new WeakMap<Node, string>();

/** The HTML of a block. Nodes never change, so a key typed in a long entry costs the writing of one block. */
function blockHtml(block: Node): string {
  let html = htmlOf.get(block);
  if (html === undefined) {
    html = getHTMLFromFragment(Fragment.from(block), block.type.schema);
    htmlOf.set(block, html);
  }
  return html;
}

/**
 * The HTML of a document. An empty page is an empty text, and the line that the editor keeps free below a list or an
 * image is not part of it, so that looking at an entry never changes it.
 */
export function bodyOf(doc: Node): string {
  const { lastChild, childCount } = doc;
  const before = childCount > 1 ? doc.child(childCount - 2) : null;
  const free = isEmptyParagraph(lastChild) && before?.type.name !== "paragraph";
  const blocks = free ? doc.children.slice(0, -1) : doc.children;
  return blocks.map(blockHtml).join("");
}

/** A body as the editor itself would write it. */
export function normaliseBody(html: string): string {
  return bodyOf(parseBody(html));
}

/** The words of a document or block, a line a block. */
export function plainText(doc: Node): string {
  return doc.textBetween(0, doc.content.size, "\n", (leaf) => (leaf.type.name === "hardBreak" ? "\n" : ""));
}

const wordsIn = new WeakMap<Node, number>();

/** How many words a document has. No word goes across blocks, so a block is counted once. */
export function wordsOfDoc(doc: Node): number {
  let words = 0;
  for (const block of doc.children) {
    let own = wordsIn.get(block);
    if (own === undefined) {
      own = countWords(plainText(block));
      wordsIn.set(block, own);
    }
    words += own;
  }
  return words;
}
