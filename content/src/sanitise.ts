import type { Element, Nodes, Properties, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { sanitize, type Schema } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import {
  allowedElements,
  allowedStyles,
  droppedElements,
  inlineImage,
  linkProtocols,
  synonyms,
} from "./allowed-html.ts";
import { stripZeroWidth } from "./zero-width.ts";

const camelCase: Readonly<Record<string, string>> = {
  class: "className",
  colspan: "colSpan",
  rowspan: "rowSpan",
  "data-type": "dataType",
  "data-checked": "dataChecked",
  "data-photo-id": "dataPhotoId",
};

const restricted: Readonly<Record<string, NonNullable<Schema["attributes"]>[string]>> = {
  input: [["type", "checkbox"], "checked"],
  ul: [["dataType", "taskList"]],
  li: [["dataType", "taskItem"], "dataChecked"],
  code: [["className", /^language-[\w-]{1,40}$/]],
};

/** The last gate: whatever the steps before it missed, nothing outside the allow-list comes through. */
const gate: Schema = {
  tagNames: Object.keys(allowedElements),
  attributes: {
    ...Object.fromEntries(
      Object.entries(allowedElements).map(([tag, names]) => [
        tag,
        names.map((name) => camelCase[name] ?? name),
      ]),
    ),
    ...restricted,
  },
  protocols: { href: [...linkProtocols], src: ["http", "https", "data"] },
  strip: [...droppedElements],
  required: {},
  ancestors: {},
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

const dropped = new Set(droppedElements);
const link = new RegExp(`^(?:${linkProtocols.join("|")}):`, "i");
const isPicture = (src: string): boolean => /^https?:\/\/|^\/api\//i.test(src) || inlineImage.test(src);

/** Keeps the declarations that the editor writes, in its own spelling. */
function cleanStyle(style: string): string | undefined {
  const kept = style.split(";").flatMap((declaration) => {
    const at = declaration.indexOf(":");
    const property = declaration.slice(0, at).trim().toLowerCase();
    const value = declaration
      .slice(at + 1)
      .trim()
      .replace(/^["'](.*)["']$/, "$1");
    const isAllowed = Object.hasOwn(allowedStyles, property) ? allowedStyles[property] : undefined;
    return isAllowed?.(value) ? [`${property}: ${value}`] : [];
  });
  return kept.length === 0 ? undefined : kept.join("; ");
}

function cleanProperties(tag: string, properties: Properties): Properties {
  const cleaned: Properties = { ...properties };
  if (typeof cleaned.style === "string") {
    const style = cleanStyle(cleaned.style);
    if (style === undefined) delete cleaned.style;
    else cleaned.style = style;
  }
  if (tag === "a") {
    if (typeof cleaned.href !== "string" || !link.test(cleaned.href)) return {};
    cleaned.rel = ["noopener", "noreferrer", "nofollow"];
    cleaned.target = "_blank";
  }
  if (tag === "img" && !(typeof cleaned.src === "string" && isPicture(cleaned.src))) delete cleaned.src;
  return cleaned;
}

function cleanChildren(children: readonly RootContent[]): RootContent[] {
  return children.flatMap((child): RootContent[] => {
    if (child.type === "text") {
      const value = stripZeroWidth(child.value);
      return value === "" ? [] : [{ type: "text", value }];
    }
    if (child.type !== "element" || dropped.has(child.tagName)) return [];
    return cleanElement(child);
  });
}

function cleanElement(element: Element): RootContent[] {
  const tagName = synonyms[element.tagName] ?? element.tagName;
  const children = cleanChildren(element.children) as Element["children"];
  if (!Object.hasOwn(allowedElements, tagName)) return children;
  const properties = cleanProperties(tagName, element.properties);
  if (tagName === "a" && properties.href === undefined) return children;
  if (tagName === "img" && properties.src === undefined && properties.dataPhotoId === undefined) return [];
  if (tagName === "input" && properties.type !== "checkbox") return [];
  return [{ type: "element", tagName, properties, children }];
}

const deepest = 200;
const tag = /<(\/?)([a-z][a-z0-9]*)/gi;
const voids = new Set([
  "br",
  "hr",
  "img",
  "input",
  "wbr",
  "col",
  "link",
  "meta",
  "source",
  "p",
  "li",
  "td",
  "tr",
  "th",
]);

/** Nobody nests two hundred elements by writing; a parser takes quadratic time or runs out of stack over them. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(tag)) {
    if (voids.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (slash === "/" ? -1 : 1));
    if (depth > deepest) return true;
  }
  return false;
}

/** Parses as browsers do, and keeps only what the editor's schema knows; the tree is safe to render. */
export function parseSafely(html: string): Root {
  const source = isTooDeep(html) ? html.replace(/<[^>]*>?/g, " ") : html;
  const parsed = fromHtml(source.replaceAll("\u0000", ""), { fragment: true });
  const safe: Nodes = sanitize({ type: "root", children: cleanChildren(parsed.children) }, gate);
  return safe.type === "root" ? safe : { type: "root", children: [safe as RootContent] };
}

/** Writes a safe tree as HTML. */
export function renderSafe(tree: Root): string {
  return toHtml(tree, { characterReferences: { useNamedReferences: false } });
}

/**
 * Rich text as it is kept: without scripts, handlers, `javascript:` addresses, style tricks and invisible characters.
 * Doing it twice changes nothing.
 */
export function sanitise(html: string): string {
  return renderSafe(parseSafely(html));
}
