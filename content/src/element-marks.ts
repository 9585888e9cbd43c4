import { synonymsOf } from "./allowed-html.ts";
import { type DocMark, type MarkName, markOrder } from "./document.ts";
import { attributeOf, type ParsedElement } from "./parse-html.ts";
import { linkUrl } from "./safe-urls.ts";
import { readColour, readFontFamily, readFontSize } from "./text-styles.ts";
import { cleanText } from "./zero-width.ts";

/** The active marks by name, each with its attributes. */
export type Marks = Readonly<Partial<Record<MarkName, Readonly<Record<string, string>>>>>;

/** No marks. */
export const noMarks: Marks = {};

const marksByElement: Readonly<Record<string, MarkName>> = Object.fromEntries(
  (
    [
      ["strong", "bold"],
      ["em", "italic"],
      ["u", "underline"],
      ["s", "strike"],
      ["mark", "highlight"],
      ["code", "code"],
      ["sub", "subscript"],
      ["sup", "superscript"],
    ] as const
  ).flatMap(([element, mark]) => [element, ...synonymsOf(element)].map((name) => [name, mark])),
);

/** The declarations of a `style` attribute. Values are not unescaped, because callers accept only exact values. */
export function declarationsOf(element: ParsedElement): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of attributeOf(element, "style")?.split(";") ?? []) {
    const colon = declaration.indexOf(":");
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace(/!important\s*$/i, "");
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim());
  }
  return declarations;
}

function textStyle(element: ParsedElement, style: ReadonlyMap<string, string>): Record<string, string> {
  const isFontElement = element.tagName === "font";
  const color = readColour(style.get("color") ?? (isFontElement ? attributeOf(element, "color") : null));
  const fontFamily = readFontFamily(
    style.get("font-family") ?? (isFontElement ? attributeOf(element, "face") : null),
  );
  const fontSize = readFontSize(style.get("font-size"));
  return { ...(color && { color }), ...(fontFamily && { fontFamily }), ...(fontSize && { fontSize }) };
}

/** Reads formatting that other programs write as style. A `<b>` with `font-weight: normal` is not bold. */
function styledMarks(marks: Marks, style: ReadonlyMap<string, string>): Marks {
  const result: { [Name in MarkName]?: Readonly<Record<string, string>> } = { ...marks };
  const weight = style.get("font-weight");
  if (weight !== undefined && /^(?:bold|bolder|[5-9]\d\d)$/i.test(weight)) result.bold ??= {};
  if (weight !== undefined && /^(?:normal|lighter|[1-4]00)$/i.test(weight)) delete result.bold;
  const fontStyle = style.get("font-style")?.toLowerCase();
  if (fontStyle === "italic" || fontStyle === "oblique") result.italic ??= {};
  if (fontStyle === "normal") delete result.italic;
  const decoration = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  if (/underline/i.test(decoration)) result.underline ??= {};
  if (/line-through/i.test(decoration)) result.strike ??= {};
  const verticalAlign = style.get("vertical-align")?.toLowerCase();
  if (verticalAlign === "super") result.superscript ??= {};
  if (verticalAlign === "sub") result.subscript ??= {};
  return result;
}

/** The marks inside an element: the outer ones and its own, without those that its style turns off. */
export function marksInside(element: ParsedElement, outerMarks: Marks): Marks {
  const name = element.tagName;
  let marks = outerMarks;
  const mark = Object.hasOwn(marksByElement, name) ? marksByElement[name] : undefined;
  if (mark !== undefined && marks[mark] === undefined) marks = { ...marks, [mark]: {} };
  if (name === "a") {
    const href = linkUrl(attributeOf(element, "href"));
    const title = cleanText(attributeOf(element, "title") ?? "");
    if (href !== null) marks = { ...marks, link: { href, ...(title && { title }) } };
  }
  const style = declarationsOf(element);
  if (name === "span" || name === "font") {
    const elementStyle = textStyle(element, style);
    if (Object.keys(elementStyle).length > 0)
      marks = { ...marks, textStyle: { ...marks.textStyle, ...elementStyle } };
  }
  return style.size > 0 ? styledMarks(marks, style) : marks;
}

const listCache = new WeakMap<Marks, readonly DocMark[]>();

/** The marks as a list for a document. Returns the same array for the same object. */
export function toMarkList(marks: Marks): readonly DocMark[] {
  let list = listCache.get(marks);
  if (!list) {
    list = markOrder.flatMap((type): DocMark[] => {
      const attrs = marks[type];
      if (attrs === undefined) return [];
      return [Object.keys(attrs).length > 0 ? { type, attrs } : { type }];
    });
    listCache.set(marks, list);
  }
  return list;
}
