import type { Root } from "hast";
import { parseSafely, renderSafe } from "./sanitise.ts";
import { treeToText } from "./to-text.ts";
import { countWords } from "./word-count.ts";

/** Rich text, cleaned and read in one parse. */
export type RichText = {
  readonly html: string;
  readonly text: string;
  /** The beginning, about 200 characters, ending with a word. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** Nothing at all: a picture, a rule or a table is something. */
  readonly isEmpty: boolean;
};

const excerptLength = 200;
const solid = new Set(["img", "hr", "table"]);

/** The beginning of a text on one line, cut between words. */
export function excerptOf(text: string): string {
  // Twice the length is enough to find the first 200 characters among runs of space.
  const line = text
    .slice(0, excerptLength * 4)
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length <= excerptLength) return line;
  const cut = characters.slice(0, excerptLength - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > excerptLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

function hasSolid(children: Root["children"]): boolean {
  return children.some(
    (child) =>
      child.type === "element" && (solid.has(child.tagName) || hasSolid(child.children as Root["children"])),
  );
}

/** Cleans a body and tells what is in it. */
export function readRichText(html: string): RichText {
  const tree = parseSafely(html);
  const text = treeToText(tree);
  return {
    html: renderSafe(tree),
    text,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    isEmpty: text === "" && !hasSolid(tree.children),
  };
}
