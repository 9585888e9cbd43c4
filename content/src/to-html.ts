import { sanitize, type Schema } from "hast-util-sanitize";
import { toHtml as serialise } from "hast-util-to-html";
import { allowedElements, droppedElements } from "./allowed-html.ts";
import { type DocMark, type DocNode, isSameMark, type MarkName } from "./document.ts";
import { imageProtocols, inlineImageUrl, linkProtocols } from "./safe-urls.ts";

const propertyNames: Readonly<Record<string, string>> = {
  class: "className",
  colspan: "colSpan",
  rowspan: "rowSpan",
  "data-type": "dataType",
  "data-checked": "dataChecked",
  "data-photo-id": "dataPhotoId",
};

/** The last check: nothing outside the allow-list passes, even if an earlier step missed it. */
const sanitiserSchema: Schema = {
  tagNames: Object.keys(allowedElements),
  attributes: Object.fromEntries(
    Object.entries(allowedElements).map(([element, attributes]) => [
      element,
      Object.entries(attributes).map(([name, values]): [string, RegExp] => [
        propertyNames[name] ?? name,
        // A `data:` URL must match `inlineImageUrl`; other URLs are checked by their protocol.
        name === "src" ? new RegExp(`^(?!data:)|${inlineImageUrl.source}`, "i") : values,
      ]),
    ]),
  ),
  protocols: { href: [...linkProtocols], src: [...imageProtocols] },
  strip: [...droppedElements],
  required: {},
  ancestors: { li: ["ul", "ol"], tbody: ["table"], tr: ["tbody"], td: ["tr"], th: ["tr"] },
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/** The parts of the hast format that a body needs. */
type Properties = Record<string, string | number | string[]>;
type Element = { type: "element"; tagName: string; properties: Properties; children: ElementContent[] };
type ElementContent = Element | { type: "text"; value: string };

type Attributes = Readonly<Record<string, unknown>>;

const element = (tagName: string, properties: Properties, children: ElementContent[]): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

/** The properties that have a value. */
function definedProperties(properties: Readonly<Record<string, unknown>>): Properties {
  const definedValues: Properties = {};
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "string" || typeof value === "number") definedValues[name] = value;
  }
  return definedValues;
}

function spanStyle({ color, fontFamily, fontSize }: Attributes): string {
  const declarations = Object.entries({ color, "font-family": fontFamily, "font-size": fontSize });
  return declarations
    .flatMap(([name, value]) => (typeof value === "string" ? `${name}: ${value}` : []))
    .join("; ");
}

const markElements: Readonly<Record<MarkName, (attrs: Attributes) => Element>> = {
  link: ({ href, title }) =>
    element(
      "a",
      definedProperties({ href, target: "_blank", rel: "noopener noreferrer nofollow", title }),
      [],
    ),
  textStyle: (attrs) => element("span", { style: spanStyle(attrs) }, []),
  bold: () => element("strong", {}, []),
  italic: () => element("em", {}, []),
  underline: () => element("u", {}, []),
  strike: () => element("s", {}, []),
  highlight: () => element("mark", {}, []),
  code: () => element("code", {}, []),
  subscript: () => element("sub", {}, []),
  superscript: () => element("sup", {}, []),
};

/** Renders inline content. As in the editor, neighbours with the same mark share one element. */
function inlineOf(nodes: readonly DocNode[] = []): ElementContent[] {
  const root: ElementContent[] = [];
  const openMarks: { mark: DocMark; element: Element }[] = [];
  for (const node of nodes) {
    const marks = node.marks ?? [];
    let sharedMarkCount = 0;
    while (
      sharedMarkCount < Math.min(openMarks.length, marks.length) &&
      isSameMark(openMarks[sharedMarkCount]?.mark, marks[sharedMarkCount])
    )
      sharedMarkCount += 1;
    openMarks.length = sharedMarkCount;
    for (const mark of marks.slice(sharedMarkCount)) {
      const wrapper = markElements[mark.type as MarkName](mark.attrs ?? {});
      (openMarks.at(-1)?.element.children ?? root).push(wrapper);
      openMarks.push({ mark, element: wrapper });
    }
    (openMarks.at(-1)?.element.children ?? root).push(leafOf(node));
  }
  return root;
}

function leafOf({ type, text = "", attrs = {} }: DocNode): ElementContent {
  if (type === "hardBreak") return element("br", {}, []);
  if (type !== "image") return { type: "text", value: text };
  const { src, alt, title, width, height, photoId } = attrs;
  return element("img", definedProperties({ src, alt, title, width, height, dataPhotoId: photoId }), []);
}

const alignmentProperties = ({ textAlign }: Attributes): Properties =>
  typeof textAlign === "string" ? { style: `text-align: ${textAlign}` } : {};

const codeOf = ({ attrs, content = [] }: DocNode): Element => {
  const language = attrs?.["language"];
  const text = content.map(({ text = "" }) => text).join("");
  return element(
    "code",
    typeof language === "string" ? { className: [`language-${language}`] } : {},
    text === "" ? [] : [{ type: "text", value: text }],
  );
};

const blocksOf = (node: DocNode): Element[] => (node.content ?? []).map(blockOf);

const blockElements: Readonly<Record<string, (node: DocNode, attrs: Attributes) => Element>> = {
  paragraph: (node, attrs) => element("p", alignmentProperties(attrs), inlineOf(node.content)),
  heading: (node, attrs) =>
    element(`h${String(attrs["level"])}`, alignmentProperties(attrs), inlineOf(node.content)),
  blockquote: (node) => element("blockquote", {}, blocksOf(node)),
  bulletList: (node) => element("ul", {}, blocksOf(node)),
  orderedList: (node, { start, type }) => element("ol", definedProperties({ start, type }), blocksOf(node)),
  listItem: (node) => element("li", {}, blocksOf(node)),
  taskList: (node) => element("ul", { dataType: "taskList" }, blocksOf(node)),
  taskItem: (node, { checked }) =>
    element("li", { dataType: "taskItem", dataChecked: String(checked === true) }, blocksOf(node)),
  codeBlock: (node) => element("pre", {}, [codeOf(node)]),
  horizontalRule: () => element("hr", {}, []),
  table: (node) => element("table", {}, [element("tbody", {}, blocksOf(node))]),
  tableRow: (node) => element("tr", {}, blocksOf(node)),
  tableCell: (node, attrs) => element("td", cellSpanProperties(attrs), blocksOf(node)),
  tableHeader: (node, attrs) => element("th", cellSpanProperties(attrs), blocksOf(node)),
};

const cellSpanProperties = ({ colspan, rowspan }: Attributes): Properties =>
  definedProperties({ colSpan: colspan, rowSpan: rowspan });

function blockOf(node: DocNode): Element {
  const render = blockElements[node.type ?? ""];
  if (!render) throw new Error("a block outside the schema");
  return render(node, node.attrs ?? {});
}

/** Renders a document as the editor's HTML. */
export function toHtml(doc: DocNode): string {
  return serialise(sanitize({ type: "root", children: blocksOf(doc) }, sanitiserSchema), {
    characterReferences: { useNamedReferences: true },
  });
}
