import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment } from "parse5";

/** A node from the parser. */
export type ParsedNode = DefaultTreeAdapterTypes.ChildNode;
/** An element from the parser. */
export type ParsedElement = DefaultTreeAdapterTypes.Element;

/** Browsers have the same limit. */
const maxDepth = 512;

class TooComplex extends Error {}

/**
 * Parses HTML as a browser does inside a `<div>`, with limits on the depth and on the number of elements: 1,000, plus two for each `<` of
 * the source. Badly closed formatting can multiply elements; without limits, one megabyte could take minutes or overflow the stack.
 * Throws {@link TooComplex} beyond these limits.
 */
function parseBounded(source: string): ParsedNode[] {
  let depth = 0;
  let elementsLeft = 1_000;
  for (let start = source.indexOf("<"); start !== -1; start = source.indexOf("<", start + 1))
    elementsLeft += 2;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...creationArgs) {
      elementsLeft -= 1;
      if (elementsLeft < 0) throw new TooComplex();
      return defaultTreeAdapter.createElement(...creationArgs);
    },
    onItemPush() {
      depth += 1;
      if (depth > maxDepth) throw new TooComplex();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  const context = defaultTreeAdapter.createElement("div", html.NS.HTML, []);
  return parseFragment(context, source, { treeAdapter, scriptingEnabled: false }).childNodes;
}

const skippedElement = /^(?:script|style)\b/i;
const lineElement =
  /^\/?(?:p|div|br|li|t[dhr]|table|caption|[dou]l|d[dt]|h[1-6r]|blockquote|pre|section|article|aside|header|footer|main|nav|fig(?:ure|caption))\b/i;

/** Reduces too complex markup to paragraphs of text, without parsing it: removes the tags, and scripts and styles with their content. */
function textOnly(source: string): string {
  const [textBeforeTags = "", ...pieces] = source.split("<");
  const lines = [textBeforeTags];
  let openSkippedElement: string | null = null;
  for (const piece of pieces) {
    if (openSkippedElement !== null) {
      if (!piece.toLowerCase().startsWith(`/${openSkippedElement}`)) continue;
      openSkippedElement = null;
    } else {
      openSkippedElement = skippedElement.exec(piece)?.[0].toLowerCase() ?? null;
      if (openSkippedElement !== null) continue;
    }
    const end = piece.indexOf(">");
    const isTag = end !== -1 && /^[a-z/!?]/i.test(piece);
    if (isTag && lineElement.test(piece)) lines.push("");
    lines[lines.length - 1] += isTag ? piece.slice(end + 1) : `&lt;${piece}`;
  }
  return lines.flatMap((text) => (text.trim() === "" ? [] : `<p>${text}</p>`)).join("");
}

/** Parses HTML of any source. Too complex markup is reduced to plain paragraphs. Never throws. */
export function parseHtml(source: string): ParsedNode[] {
  try {
    return parseBounded(source);
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return parseBounded(textOnly(source));
  }
}

/** The value of an attribute, or `null`. */
export function attributeOf(element: ParsedElement, name: string): string | null {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return null;
}
