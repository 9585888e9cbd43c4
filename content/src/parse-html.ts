import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment } from "parse5";

/** A node as the parser makes it. */
export type ParsedNode = DefaultTreeAdapterTypes.ChildNode;
/** An element as the parser makes it. */
export type ParsedElement = DefaultTreeAdapterTypes.Element;

/** Browsers stop nesting here as well. */
const deepest = 512;

class TooComplex extends Error {}

/**
 * Parses as a browser would inside a `<div>`, within bounds: markup nested deeper than a browser nests, or of which the
 * parser would have to make many more elements than it has tags (badly closed formatting multiplies), is given up. Without
 * the bounds one megabyte could take minutes, or all of the stack.
 */
function parseBounded(source: string): ParsedNode[] {
  let depth = 0;
  let left = 1_000;
  for (let at = source.indexOf("<"); at !== -1; at = source.indexOf("<", at + 1)) left += 2;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...parts) {
      left -= 1;
      if (left < 0) throw new TooComplex();
      return defaultTreeAdapter.createElement(...parts);
    },
    onItemPush() {
      depth += 1;
      if (depth > deepest) throw new TooComplex();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  const context = defaultTreeAdapter.createElement("div", html.NS.HTML, []);
  return parseFragment(context, source, { treeAdapter, scriptingEnabled: false }).childNodes;
}

const silent = /^(?:script|style)\b/i;
const line = /^\/?(?:p|div|br|li|tr|h[1-6]|blockquote|pre|hr)\b/i;

/** The text of hopeless markup: tags removed without understanding them, a paragraph for each block. */
function textOnly(source: string): string {
  const [first = "", ...pieces] = source.split("<");
  const lines = [first];
  let inside: string | null = null;
  for (const piece of pieces) {
    if (inside !== null) {
      if (!piece.toLowerCase().startsWith(`/${inside}`)) continue;
      inside = null;
    } else {
      inside = silent.exec(piece)?.[0].toLowerCase() ?? null;
      if (inside !== null) continue;
    }
    const end = piece.indexOf(">");
    const isTag = end !== -1 && /^[a-z/!?]/i.test(piece);
    if (isTag && line.test(piece)) lines.push("");
    lines[lines.length - 1] += isTag ? piece.slice(end + 1) : `&lt;${piece}`;
  }
  return lines.flatMap((each) => (each.trim() === "" ? [] : `<p>${each}</p>`)).join("");
}

/** Parses rich text of any source; markup beyond all bounds comes back as plain paragraphs. Never throws. */
export function parseHtml(source: string): ParsedNode[] {
  try {
    return parseBounded(source);
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return parseBounded(textOnly(source));
  }
}

/** An attribute's value, or null. */
export function attributeOf(element: ParsedElement, name: string): string | null {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return null;
}
