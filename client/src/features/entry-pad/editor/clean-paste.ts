import { readColour } from "@daybook/content/text-styles";
import { convertWordLists } from "./ms-word-lists.ts";
import { nearestTextColour } from "./text-colours.ts";

/** The declarations of a style attribute, including those of Microsoft Word, which the browser's parser drops. */
function declarationsIn(element: Element): Map<string, string> {
  return new Map(
    (element.getAttribute("style") ?? "").split(";").flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      if (colon === -1) return [];
      return [
        [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const,
      ];
    }),
  );
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Replaces an element by one with another tag name and without attributes. */
function replaceElement(element: Element, name: string): HTMLElement {
  const newElement = element.ownerDocument.createElement(name);
  newElement.append(...element.childNodes);
  element.replaceWith(newElement);
  return newElement;
}

/** Converts a `font` element to a span with its colour and style. */
function convertFont(font: Element): void {
  const [colour, style] = [font.getAttribute("color") ?? "", font.getAttribute("style") ?? ""];
  replaceElement(font, "span").setAttribute("style", `color: ${colour}; ${style}`);
}

/** Removes what programs add: comments, style and metadata elements, and namespaced elements, whose text stays. */
function dropNoise(body: HTMLElement): void {
  const comments: ChildNode[] = [];
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) comments.push(walker.currentNode as ChildNode);
  for (const comment of comments) comment.remove();
  for (const element of body.querySelectorAll("style, meta, link, title, xml, .Apple-interchange-newline"))
    element.remove();
  for (const element of body.querySelectorAll("*")) if (element.tagName.includes(":")) unwrap(element);
}

/** Chrome and Safari copy a space next to an element as a no-break space in a span. */
function restoreSpaces(body: HTMLElement): void {
  for (const span of body.querySelectorAll("span:not([class]):not([style]), span.Apple-converted-space"))
    if (span.textContent === "\u00A0") span.replaceWith(" ");
}

/** Replaces the line breaks of text by `<br>` where its `white-space` style shows them, because that style is removed later. */
function keepShownLineBreaks(body: HTMLElement): void {
  const texts: Text[] = [];
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const element = text.parentElement?.closest("[style*='white-space']");
    if (!element || !text.data.includes("\n")) continue;
    const style = declarationsIn(element);
    const whiteSpace = style.get("white-space-collapse") ?? style.get("white-space") ?? "";
    const isBetweenBlocks = text.data.trim() === "" && text.parentElement?.tagName !== "SPAN";
    if (isBetweenBlocks || !/^(pre(?!serve-spaces)|break-spaces)/i.test(whiteSpace)) continue;
    const [firstLine = "", ...lines] = text.data.split(/\r?\n/);
    text.replaceWith(firstLine, ...lines.flatMap((line) => [body.ownerDocument.createElement("br"), line]));
  }
}

/** The nearest sibling on one side, without blank text; `null` when there is none. */
function neighbourOf(node: Node, direction: "previousSibling" | "nextSibling"): Node | null {
  let neighbour = node[direction];
  while (neighbour?.nodeType === Node.TEXT_NODE && neighbour.textContent?.trim() === "")
    neighbour = neighbour[direction];
  return neighbour;
}

/** Normalises empty lines: Word puts a no-break space in them, Google Docs a line break between paragraphs. */
function normaliseEmptyLines(body: HTMLElement): void {
  for (const line of body.querySelectorAll("p")) {
    if (/^[\s\u00A0]*$/.test(line.textContent) && !line.querySelector("img, br")) line.replaceChildren();
  }
  for (const lineBreak of body.querySelectorAll(":scope > br")) {
    const neighbours = [neighbourOf(lineBreak, "previousSibling"), neighbourOf(lineBreak, "nextSibling")];
    if (
      neighbours.every(
        (neighbour) => !neighbour || /^(P|H\d|UL|OL|BR|TABLE|DIV|HR)$/.test(neighbour.nodeName),
      )
    )
      replaceElement(lineBreak, "p");
  }
}

/** False for a black, white or nearly grey background: it usually belongs to the page that the text was copied from. */
const isHighlight = (colour: string | null): boolean => colour !== null && nearestTextColour(colour) !== null;

/** The names of the elements that express the style of a span. The underline of a link is left out, because it comes with every link. */
function elementsFor(style: ReadonlyMap<string, string>, isInLink: boolean): string[] {
  const hasStyle = (property: string, pattern: RegExp) => pattern.test(style.get(property) ?? "");
  const decoration = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  const background = readColour(style.get("background-color") ?? style.get("background"));
  const inlineStyles: readonly (readonly [name: string, applies: boolean])[] = [
    ["strong", hasStyle("font-weight", /^(bold|bolder|[6-9]00)$/i)],
    ["em", hasStyle("font-style", /^(italic|oblique)$/i)],
    ["u", !isInLink && /underline/i.test(decoration)],
    ["s", /line-through/i.test(decoration)],
    ["sub", hasStyle("vertical-align", /^sub$/i)],
    ["sup", hasStyle("vertical-align", /^super$/i)],
    ["mark", isHighlight(background)],
  ];
  return inlineStyles.flatMap(([name, applies]) => (applies ? name : []));
}

function cleanInline(element: Element): void {
  const style = declarationsIn(element);
  const isInLink = element.closest("a") !== null;
  const colour = readColour(style.get("color"));
  const textColour = colour !== null && !isInLink ? nearestTextColour(colour) : null;
  if (element.textContent.trim() !== "") {
    for (const name of elementsFor(style, isInLink)) {
      const wrapper = element.ownerDocument.createElement(name);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
  }
  if (textColour) element.setAttribute("style", `color: ${textColour.colour}`);
  else unwrap(element);
}

function cleanBlock(element: Element): void {
  const align = declarationsIn(element).get("text-align") ?? "";
  if (/^(center|right|justify)$/i.test(align)) element.setAttribute("style", `text-align: ${align}`);
  else element.removeAttribute("style");
}

/**
 * Cleans HTML from Word, Google Docs or the web: keeps structure, alignment, emphasis, links and colours (mapped to text colours), but
 * not fonts, sizes or layout. The schema filters the rest. HTML copied from an entry is not changed.
 */
export function cleanPaste(html: string): string {
  if (html.includes("data-pm-slice")) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  dropNoise(body);
  restoreSpaces(body);
  convertWordLists(body);
  keepShownLineBreaks(body);
  for (const element of body.querySelectorAll("b[style]"))
    if (declarationsIn(element).get("font-weight") === "normal") unwrap(element);
  for (const element of body.querySelectorAll("p.MsoTitle")) replaceElement(element, "h1");
  for (const element of body.querySelectorAll("p.MsoSubtitle")) replaceElement(element, "h2");
  for (const font of body.querySelectorAll("font")) convertFont(font);
  for (const element of body.querySelectorAll("span")) cleanInline(element);
  for (const element of body.querySelectorAll(":not(span)[style]")) cleanBlock(element);
  normaliseEmptyLines(body);
  return body.innerHTML;
}
