import { droppedElements, synonymsOf } from "./allowed-html.ts";
import { BlockBuilder } from "./block-builder.ts";
import type { DocNode } from "./document.ts";
import { declarationsOf, toMarkList, type Marks, marksInside, noMarks } from "./element-marks.ts";
import { attributeOf, type ParsedElement, type ParsedNode, parseHtml } from "./parse-html.ts";
import { imageUrl } from "./safe-urls.ts";
import { readAlignment } from "./text-styles.ts";
import { cleanText } from "./zero-width.ts";

/** The maximum nesting of lists, quotes and tables. The content of deeper ones goes into the innermost allowed one. */
const maxContainerDepth = 40;

const droppedNames = new Set(droppedElements);
const headingLevels = new Map(
  ["h1", "h2", "h3"].flatMap((name, index) =>
    [name, ...synonymsOf(name)].map((elementName) => [elementName, index + 1]),
  ),
);
const listElements = new Set(["ul", "ol", "menu", "dir"]);
const preformattedElements = new Set(["pre", "xmp", "listing", "plaintext"]);
/** Block elements. Most of them have no counterpart in the editor, and only separate blocks. */
const blockElements = new Set([
  ...(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption " +
    "figure footer form header hgroup html legend li main nav search section summary table tbody td " +
    "textarea tfoot th thead tr"
  ).split(" "),
  ...listElements,
]);
/** Elements that begin and end a line inside preformatted text. */
const codeLineElements = new Set([
  ...blockElements,
  ...preformattedElements,
  ...headingLevels.keys(),
  "p",
  "hr",
]);

/** The state while HTML is read: the builder of the current container, the active marks, the nesting depth. */
type ParseContext = { readonly builder: BlockBuilder; readonly marks: Marks; readonly depth: number };

const isHtmlElement = (node: ParsedNode): node is ParsedElement =>
  "tagName" in node && (node.namespaceURI as string) === "http://www.w3.org/1999/xhtml";
const isBlank = (node: ParsedNode): boolean =>
  "value" in node ? /^[ \t\n\r\f]*$/.test(node.value) : !("tagName" in node);
const isItem = (node: ParsedNode): node is ParsedElement => isHtmlElement(node) && node.tagName === "li";

function walk(nodes: readonly ParsedNode[], context: ParseContext): void {
  // List items without a list, and the white space between them, become a list.
  let itemNodes: ParsedNode[] = [];
  const addItems = (): void => {
    if (itemNodes.length > 0) pushList("bulletList", undefined, itemNodes, context);
    itemNodes = [];
  };
  for (const node of nodes) {
    const isStrayItem = isItem(node) && context.depth < maxContainerDepth;
    if (isStrayItem || (itemNodes.length > 0 && isBlank(node))) itemNodes.push(node);
    else {
      addItems();
      if (isHtmlElement(node)) visit(node, context);
      else if ("value" in node) context.builder.addText(cleanText(node.value), toMarkList(context.marks));
    }
  }
  addItems();
}

function visit(element: ParsedElement, outerContext: ParseContext): void {
  const name = element.tagName;
  if (droppedNames.has(name)) return;
  const context: ParseContext = { ...outerContext, marks: marksInside(element, outerContext.marks) };
  const canNestDeeper = context.depth < maxContainerDepth;
  if (name === "br") context.builder.addLeaf("hardBreak", undefined, toMarkList(context.marks));
  else if (name === "img") addImage(element, context);
  else if (name === "hr") context.builder.push({ type: "horizontalRule" });
  else if (name === "p" || headingLevels.has(name)) addTextBlock(element, context);
  else if (preformattedElements.has(name)) addCodeBlock(element, context);
  else if (canNestDeeper && listElements.has(name)) addList(element, context);
  else if (canNestDeeper && name === "blockquote") {
    context.builder.push({ type: "blockquote", content: blocksOrParagraph(element, context) });
  } else if (canNestDeeper && name === "table") addTable(element, context);
  else if (blockElements.has(name)) addSection(element, context);
  else walk(element.childNodes, context);
}

const alignmentOf = (element: ParsedElement): string | null =>
  readAlignment(declarationsOf(element).get("text-align") ?? attributeOf(element, "align")) ??
  (element.tagName === "center" ? "center" : null);

function addSection(element: ParsedElement, context: ParseContext): void {
  const { builder } = context;
  builder.addBoundary();
  const { align } = builder;
  builder.align = alignmentOf(element) ?? align;
  walk(element.childNodes, context);
  builder.addBoundary();
  builder.align = align;
}

function addTextBlock(element: ParsedElement, context: ParseContext): void {
  const { builder } = context;
  // In `<h2><p>`, the text belongs to the heading.
  if (builder.hasEmptySourceBlock) return addSection(element, context);
  const level = headingLevels.get(element.tagName);
  const textAlign = alignmentOf(element) ?? builder.align;
  const attrs = { ...(level !== undefined && { level }), ...(textAlign !== null && { textAlign }) };
  builder.open(
    level === undefined ? "paragraph" : "heading",
    Object.keys(attrs).length > 0 ? attrs : undefined,
  );
  walk(element.childNodes, context);
  builder.close();
}

const oneLine = (text: string | null): string =>
  cleanText(text ?? "")
    .replace(/\s+/g, " ")
    .trim();
const textIfMatching = (text: string | null, pattern: RegExp): string | null =>
  text !== null && pattern.test(text) ? text : null;

function addImage(element: ParsedElement, { builder, marks }: ParseContext): void {
  const src = imageUrl(attributeOf(element, "src"));
  const photoId = textIfMatching(attributeOf(element, "data-photo-id"), /^[1-9]\d{0,15}$/);
  const alt = oneLine(attributeOf(element, "alt"));
  if (src === null && photoId === null) return builder.addText(alt, toMarkList(marks));
  const title = oneLine(attributeOf(element, "title"));
  const width = textIfMatching(attributeOf(element, "width"), /^[1-9]\d{0,4}$/);
  const height = textIfMatching(attributeOf(element, "height"), /^[1-9]\d{0,4}$/);
  const attrs = {
    ...(src !== null && { src }),
    ...(alt !== "" && { alt }),
    ...(title !== "" && { title }),
    ...(width !== null && { width: Number(width) }),
    ...(height !== null && { height: Number(height) }),
    ...(photoId !== null && { photoId }),
  };
  builder.addLeaf("image", attrs, toMarkList(marks));
}

function addCodeBlock(element: ParsedElement, context: ParseContext): void {
  const images: ParsedElement[] = [];
  let source = "";
  let isAfterBlock = false;
  const startLine = (): void => {
    if (source !== "" && !source.endsWith("\n")) source += "\n";
  };
  const addNodes = (nodes: readonly ParsedNode[]): void => {
    for (const node of nodes) {
      if ("value" in node) {
        if (isAfterBlock && !isBlank(node) && !node.value.startsWith("\n")) startLine();
        isAfterBlock &&= isBlank(node);
        source += node.value;
      }
      if (!isHtmlElement(node) || droppedNames.has(node.tagName)) continue;
      if (node.tagName === "img") images.push(node);
      else if (node.tagName === "br") source += "\n";
      else {
        const isBlock = codeLineElements.has(node.tagName);
        if (isBlock) startLine();
        addNodes(node.childNodes);
        isAfterBlock ||= isBlock;
      }
    }
  };
  addNodes(element.childNodes);
  const text = cleanText(source).replace(/\r\n?|\f/g, "\n");
  const [firstChild] = element.childNodes;
  const classNames = [element, ...(firstChild && isHtmlElement(firstChild) ? [firstChild] : [])].flatMap(
    (node) => attributeOf(node, "class")?.split(/\s+/) ?? [],
  );
  const language = classNames
    .find((name) => /^language-[\w+#.-]{1,40}$/.test(name))
    ?.slice("language-".length);
  context.builder.push({
    type: "codeBlock",
    ...(language !== undefined && { attrs: { language } }),
    ...(text !== "" && { content: [{ type: "text", text }] }),
  });
  for (const image of images) addImage(image, context);
}

function blocksOf(nodes: readonly ParsedNode[], context: ParseContext): DocNode[] {
  const builder = new BlockBuilder(context.builder.align);
  walk(nodes, { ...context, builder, depth: context.depth + 1 });
  return builder.finish();
}

function blocksOrParagraph(element: ParsedElement, context: ParseContext): DocNode[] {
  const content = blocksOf(element.childNodes, context);
  return content.length > 0 ? content : [{ type: "paragraph" }];
}

function addList(element: ParsedElement, context: ParseContext): void {
  if (element.tagName !== "ol") {
    const isTaskList = attributeOf(element, "data-type") === "taskList";
    return pushList(isTaskList ? "taskList" : "bulletList", undefined, element.childNodes, context);
  }
  const start = textIfMatching(attributeOf(element, "start"), /^-?\d{1,9}$/);
  const type = textIfMatching(attributeOf(element, "type"), /^[aAiI]$/);
  const attrs = {
    ...(start !== null && Number(start) !== 1 && { start: Number(start) }),
    ...(type !== null && { type }),
  };
  pushList("orderedList", Object.keys(attrs).length > 0 ? attrs : undefined, element.childNodes, context);
}

function pushList(
  type: string,
  attrs: DocNode["attrs"],
  nodes: readonly ParsedNode[],
  context: ParseContext,
): void {
  const items: DocNode[] = [];
  const addItem = (content: readonly DocNode[], isChecked: boolean): void => {
    const contentWithParagraph =
      content[0]?.type === "paragraph" ? content : [{ type: "paragraph" }, ...content];
    items.push(
      type === "taskList"
        ? { type: "taskItem", attrs: { checked: isChecked }, content: contentWithParagraph }
        : { type: "listItem", content: contentWithParagraph },
    );
  };
  // Content between items: a nested list belongs to the previous item, anything else becomes an item.
  let nodesBetweenItems: ParsedNode[] = [];
  const addNodesBetweenItems = (): void => {
    const content = nodesBetweenItems.every(isBlank) ? [] : blocksOf(nodesBetweenItems, context);
    nodesBetweenItems = [];
    const lastItem = items.at(-1);
    if (lastItem && content.length > 0 && content.every((block) => block.type?.endsWith("List"))) {
      items[items.length - 1] = { ...lastItem, content: [...(lastItem.content ?? []), ...content] };
    } else if (content.length > 0) addItem(content, false);
  };
  for (const node of nodes) {
    if (!isItem(node)) {
      nodesBetweenItems.push(node);
      continue;
    }
    addNodesBetweenItems();
    const innerContext = { ...context, marks: marksInside(node, context.marks) };
    const checked = attributeOf(node, "data-checked");
    addItem(blocksOf(node.childNodes, innerContext), checked === "" || checked === "true");
  }
  addNodesBetweenItems();
  if (items.length > 0) context.builder.push({ type, ...(attrs && { attrs }), content: items });
}

function addTable(element: ParsedElement, context: ParseContext): void {
  const rows: DocNode[] = [];
  const addRows = (nodes: readonly ParsedNode[], outerContext: ParseContext): void => {
    for (const node of nodes) {
      if (!isHtmlElement(node)) continue;
      const innerContext = { ...outerContext, marks: marksInside(node, outerContext.marks) };
      if (node.tagName === "tr") {
        const cells = node.childNodes.filter(isHtmlElement).flatMap((cell) => cellOf(cell, innerContext));
        if (cells.length > 0) rows.push({ type: "tableRow", content: cells });
      } else if (/^t(?:head|body|foot)$/.test(node.tagName)) addRows(node.childNodes, innerContext);
      else if (node.tagName === "caption") addSection(node, innerContext);
    }
  };
  context.builder.addBoundary();
  addRows(element.childNodes, context);
  if (rows.length > 0) context.builder.push({ type: "table", content: rows });
}

function cellOf(element: ParsedElement, outerContext: ParseContext): DocNode[] {
  if (element.tagName !== "td" && element.tagName !== "th") return [];
  const context = { ...outerContext, marks: marksInside(element, outerContext.marks) };
  const colspan = textIfMatching(attributeOf(element, "colspan"), /^(?:[2-9]|[1-9]\d{1,2})$/);
  const rowspan = textIfMatching(attributeOf(element, "rowspan"), /^(?:[2-9]|[1-9]\d{1,2})$/);
  const attrs = {
    ...(colspan !== null && { colspan: Number(colspan) }),
    ...(rowspan !== null && { rowspan: Number(rowspan) }),
  };
  return [
    {
      type: element.tagName === "td" ? "tableCell" : "tableHeader",
      ...(Object.keys(attrs).length > 0 && { attrs }),
      content: blocksOrParagraph(element, context),
    },
  ];
}

/**
 * Parses HTML of any source, like a browser, into a document that fits the editor's schema. Converts known
 * elements to the editor's form, removes `droppedElements` with their content, and unwraps all other elements. Never throws.
 */
export function fromHtml(source: string): DocNode {
  const builder = new BlockBuilder(null);
  walk(parseHtml(source), { builder, marks: noMarks, depth: 0 });
  return { type: "doc", content: builder.finish() };
}
