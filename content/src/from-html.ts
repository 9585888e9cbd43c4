import { droppedElements, oldNamesOf } from "./allowed-html.ts";
import { BlockBuilder } from "./block-builder.ts";
import type { DocNode } from "./document.ts";
import { declarationsOf, listMarks, type Marks, marksInside, noMarks } from "./element-marks.ts";
import { attributeOf, type ParsedElement, type ParsedNode, parseHtml } from "./parse-html.ts";
import { imageUrl } from "./safe-urls.ts";
import { readAlignment } from "./text-styles.ts";
import { cleanText } from "./zero-width.ts";

/** Lists, quotes and tables may be nested this deep; deeper ones are unwrapped into the innermost. */
const deepestContainer = 40;

const dropped = new Set(droppedElements);
const headings = new Map(
  ["h1", "h2", "h3"].flatMap((name, at) => [name, ...oldNamesOf(name)].map((each) => [each, at + 1])),
);
const lists = new Set(["ul", "ol", "menu", "dir"]);
const preformatted = new Set(["pre", "xmp", "listing", "plaintext"]);
/** Elements that stand on lines of their own. Where nothing else is said, that is all they mean. */
const blocks = new Set([
  ...(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption " +
    "figure footer form header hgroup html legend li main nav search section summary table tbody td " +
    "textarea tfoot th thead tr"
  ).split(" "),
  ...lists,
]);

/** Where the walk is: the container that collects, the marks that hold, how deep containers are nested. */
type Place = { readonly into: BlockBuilder; readonly marks: Marks; readonly depth: number };

const isHtml = (node: ParsedNode): node is ParsedElement =>
  "tagName" in node && (node.namespaceURI as string) === "http://www.w3.org/1999/xhtml";
const isBlank = (node: ParsedNode): boolean =>
  "value" in node ? /^[ \t\n\r\f]*$/.test(node.value) : !("tagName" in node);
const isItem = (node: ParsedNode): node is ParsedElement => isHtml(node) && node.tagName === "li";

function walk(nodes: readonly ParsedNode[], place: Place): void {
  // Items without a list, and the space between them, make a list.
  let items: ParsedNode[] = [];
  const addItems = (): void => {
    if (items.length > 0) pushList("bulletList", undefined, items, place);
    items = [];
  };
  for (const node of nodes) {
    const isStray = isItem(node) && place.depth < deepestContainer;
    if (isStray || (items.length > 0 && isBlank(node))) items.push(node);
    else {
      addItems();
      if (isHtml(node)) visit(node, place);
      else if ("value" in node) place.into.text(cleanText(node.value), listMarks(place.marks));
    }
  }
  addItems();
}

function visit(element: ParsedElement, outer: Place): void {
  const name = element.tagName;
  if (dropped.has(name)) return;
  const place: Place = { ...outer, marks: marksInside(element, outer.marks) };
  const isContainer = place.depth < deepestContainer;
  if (name === "br") place.into.leaf("hardBreak", undefined, listMarks(place.marks));
  else if (name === "img") addImage(element, place);
  else if (name === "hr") place.into.push({ type: "horizontalRule" });
  else if (name === "p" || headings.has(name)) addTextBlock(element, place);
  else if (preformatted.has(name)) addCodeBlock(element, place);
  else if (isContainer && lists.has(name)) addList(element, place);
  else if (isContainer && name === "blockquote") {
    place.into.push({ type: "blockquote", content: someBlocks(element, place) });
  } else if (isContainer && name === "table") addTable(element, place);
  else if (blocks.has(name)) addSection(element, place);
  else walk(element.childNodes, place);
}

const alignmentOf = (element: ParsedElement): string | null =>
  readAlignment(declarationsOf(element).get("text-align") ?? attributeOf(element, "align")) ??
  (element.tagName === "center" ? "center" : null);

function addSection(element: ParsedElement, place: Place): void {
  const { into } = place;
  into.boundary();
  const { align } = into;
  into.align = alignmentOf(element) ?? align;
  walk(element.childNodes, place);
  into.boundary();
  into.align = align;
}

function addTextBlock(element: ParsedElement, place: Place): void {
  const { into } = place;
  if (into.isFresh) return addSection(element, place);
  const level = headings.get(element.tagName);
  const textAlign = alignmentOf(element) ?? into.align;
  const attrs = { ...(level !== undefined && { level }), ...(textAlign !== null && { textAlign }) };
  into.open(level === undefined ? "paragraph" : "heading", Object.keys(attrs).length > 0 ? attrs : undefined);
  walk(element.childNodes, place);
  into.close();
}

const oneLine = (text: string | null): string =>
  cleanText(text ?? "")
    .replace(/\s+/g, " ")
    .trim();
const matching = (text: string | null, pattern: RegExp): string | null =>
  text !== null && pattern.test(text) ? text : null;

function addImage(element: ParsedElement, { into, marks }: Place): void {
  const src = imageUrl(attributeOf(element, "src"));
  const photoId = matching(attributeOf(element, "data-photo-id"), /^[1-9]\d{0,15}$/);
  const alt = oneLine(attributeOf(element, "alt"));
  if (src === null && photoId === null) return into.text(alt, listMarks(marks));
  const title = oneLine(attributeOf(element, "title"));
  const width = matching(attributeOf(element, "width"), /^[1-9]\d{0,4}$/);
  const height = matching(attributeOf(element, "height"), /^[1-9]\d{0,4}$/);
  const attrs = {
    ...(src !== null && { src }),
    ...(alt !== "" && { alt }),
    ...(title !== "" && { title }),
    ...(width !== null && { width: Number(width) }),
    ...(height !== null && { height: Number(height) }),
    ...(photoId !== null && { photoId }),
  };
  into.leaf("image", attrs, listMarks(marks));
}

function addCodeBlock(element: ParsedElement, place: Place): void {
  const images: ParsedElement[] = [];
  const textOf = (nodes: readonly ParsedNode[], before: string): string => {
    let text = before;
    for (const node of nodes) {
      if ("value" in node) text += node.value;
      if (!isHtml(node) || dropped.has(node.tagName)) continue;
      if (node.tagName === "img") images.push(node);
      else if (node.tagName === "br") text += "\n";
      else {
        const isBlock = node.tagName === "p" || blocks.has(node.tagName);
        if (isBlock && text !== "" && !text.endsWith("\n")) text += "\n";
        text = textOf(node.childNodes, text);
      }
    }
    return text;
  };
  const text = cleanText(textOf(element.childNodes, "")).replace(/\r\n?|\f/g, "\n");
  const [first] = element.childNodes;
  const names = [element, ...(first && isHtml(first) ? [first] : [])].flatMap(
    (each) => attributeOf(each, "class")?.split(/\s+/) ?? [],
  );
  const language = names.find((name) => /^language-[\w+#.-]{1,40}$/.test(name))?.slice("language-".length);
  place.into.push({
    type: "codeBlock",
    ...(language !== undefined && { attrs: { language } }),
    ...(text !== "" && { content: [{ type: "text", text }] }),
  });
  for (const image of images) addImage(image, place);
}

function blocksOf(nodes: readonly ParsedNode[], place: Place): DocNode[] {
  const into = new BlockBuilder(place.into.align);
  walk(nodes, { ...place, into, depth: place.depth + 1 });
  return into.finish();
}

function someBlocks(element: ParsedElement, place: Place): DocNode[] {
  const content = blocksOf(element.childNodes, place);
  return content.length > 0 ? content : [{ type: "paragraph" }];
}

function addList(element: ParsedElement, place: Place): void {
  if (element.tagName !== "ol") {
    const isTasks = attributeOf(element, "data-type") === "taskList";
    return pushList(isTasks ? "taskList" : "bulletList", undefined, element.childNodes, place);
  }
  const start = matching(attributeOf(element, "start"), /^-?\d{1,9}$/);
  const type = matching(attributeOf(element, "type"), /^[aAiI]$/);
  const attrs = {
    ...(start !== null && Number(start) !== 1 && { start: Number(start) }),
    ...(type !== null && { type }),
  };
  pushList("orderedList", Object.keys(attrs).length > 0 ? attrs : undefined, element.childNodes, place);
}

function pushList(type: string, attrs: DocNode["attrs"], nodes: readonly ParsedNode[], place: Place): void {
  const items: DocNode[] = [];
  const addItem = (content: readonly DocNode[], checked: boolean | null): void => {
    const withLine = content[0]?.type === "paragraph" ? content : [{ type: "paragraph" }, ...content];
    items.push(
      type === "taskList"
        ? { type: "taskItem", attrs: { checked: checked === true }, content: withLine }
        : { type: "listItem", content: withLine },
    );
  };
  // What stands between the items: a nested list belongs to the item before it, anything else is an item of its own.
  let loose: ParsedNode[] = [];
  const addLoose = (): void => {
    const content = loose.every(isBlank) ? [] : blocksOf(loose, place);
    loose = [];
    const last = items.at(-1);
    if (last && content.length > 0 && content.every((block) => block.type?.endsWith("List"))) {
      items[items.length - 1] = { ...last, content: [...(last.content ?? []), ...content] };
    } else if (content.length > 0) addItem(content, null);
  };
  for (const node of nodes) {
    if (!isItem(node)) {
      loose.push(node);
      continue;
    }
    addLoose();
    const inner = { ...place, marks: marksInside(node, place.marks) };
    const checked = attributeOf(node, "data-checked");
    addItem(blocksOf(node.childNodes, inner), checked === "" || checked === "true");
  }
  addLoose();
  if (items.length > 0) place.into.push({ type, ...(attrs && { attrs }), content: items });
}

function addTable(element: ParsedElement, place: Place): void {
  const rows: DocNode[] = [];
  const addRows = (nodes: readonly ParsedNode[], around: Place): void => {
    for (const node of nodes) {
      if (!isHtml(node)) continue;
      const inner = { ...around, marks: marksInside(node, around.marks) };
      if (node.tagName === "tr") {
        const cells = node.childNodes.filter(isHtml).flatMap((cell) => cellOf(cell, inner));
        if (cells.length > 0) rows.push({ type: "tableRow", content: cells });
      } else if (/^t(?:head|body|foot)$/.test(node.tagName)) addRows(node.childNodes, inner);
      else if (node.tagName === "caption") addSection(node, inner);
    }
  };
  place.into.boundary();
  addRows(element.childNodes, place);
  if (rows.length > 0) place.into.push({ type: "table", content: rows });
}

function cellOf(element: ParsedElement, outer: Place): DocNode[] {
  if (element.tagName !== "td" && element.tagName !== "th") return [];
  const place = { ...outer, marks: marksInside(element, outer.marks) };
  const colspan = matching(attributeOf(element, "colspan"), /^(?:[2-9]|[1-9]\d{1,2})$/);
  const rowspan = matching(attributeOf(element, "rowspan"), /^(?:[2-9]|[1-9]\d{1,2})$/);
  const attrs = {
    ...(colspan !== null && { colspan: Number(colspan) }),
    ...(rowspan !== null && { rowspan: Number(rowspan) }),
  };
  return [
    {
      type: element.tagName === "td" ? "tableCell" : "tableHeader",
      ...(Object.keys(attrs).length > 0 && { attrs }),
      content: someBlocks(element, place),
    },
  ];
}

/**
 * Reads rich text of any source as the editor would: parsed as browsers parse, known elements kept in the editor's form,
 * unknown ones unwrapped, dangerous ones dropped. The result fits the editor's schema. Never throws.
 */
export function fromHtml(source: string): DocNode {
  const into = new BlockBuilder(null);
  walk(parseHtml(source), { into, marks: noMarks, depth: 0 });
  return { type: "doc", content: into.finish() };
}
