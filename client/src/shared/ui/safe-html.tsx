import "../text-colours.css";
import { createElement, type CSSProperties, Fragment, type ReactNode, useMemo } from "react";
import { Picture } from "./picture.tsx";

/**
 * The elements that are shown, with the attributes that each may keep. Of other elements, except `droppedElements`, only the content is
 * shown.
 */
const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h1: [],
  h2: [],
  h3: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  mark: [],
  ins: [],
  sub: [],
  sup: [],
  span: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ["start"],
  li: [],
  hr: [],
  br: [],
  a: ["href"],
  img: ["src", "alt", "title", "width", "height"],
  table: [],
  tbody: [],
  tr: [],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan"],
};
const reactNames: Readonly<Record<string, string>> = { colspan: "colSpan", rowspan: "rowSpan" };

/** Elements that are not shown at all, not even their content. */
const droppedElements = new Set([
  "script",
  "style",
  "title",
  "template",
  "textarea",
  "iframe",
  "object",
  "svg",
  "math",
  "label",
]);

const safeAddresses: Readonly<Record<string, RegExp>> = {
  href: /^(https?:|mailto:)/i,
  src: /^(https?:|data:image\/(png|jpeg|gif|webp);|\/(?!\/))/i,
};

const allowedStyles: ReadonlyMap<string, readonly [name: keyof CSSProperties, value: RegExp]> = new Map([
  ["text-align", ["textAlign", /^(left|right|center|justify)$/]],
  ["color", ["color", /^(#[0-9a-f]{3,8}|rgb\([\d\s,]+\))$/i]],
  ["font-size", ["fontSize", /^\d{1,2}px$/]],
  ["font-family", ["fontFamily", /^[\w\s"',-]{1,100}$/]],
]);

function styleOf(element: Element): CSSProperties | undefined {
  const declarations = (element.getAttribute("style") ?? "").split(";").flatMap((declaration) => {
    const [name = "", ...valueParts] = declaration.split(":");
    const value = valueParts.join(":").trim();
    const styleRule = allowedStyles.get(name.trim().toLowerCase());
    return styleRule?.[1].test(value) ? [[styleRule[0], value] as const] : [];
  });
  return declarations.length > 0 ? Object.fromEntries(declarations) : undefined;
}

function propsOf(element: Element, name: string): Record<string, unknown> {
  const safeAttributes = (allowedAttributes[name] ?? []).flatMap((attribute) => {
    const value = element.getAttribute(attribute);
    const isSafe = value !== null && (safeAddresses[attribute]?.test(value.trim()) ?? true);
    return isSafe ? [[reactNames[attribute] ?? attribute, value] as const] : [];
  });
  const link = name === "a" ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  return { ...Object.fromEntries(safeAttributes), ...link, style: styleOf(element) };
}

const voidElements = new Set(["hr", "br"]);

function render(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const name = element.tagName.toLowerCase();
  if (droppedElements.has(name)) return null;
  if (name === "img") return <Picture key={key} {...propsOf(element, name)} />;
  if (voidElements.has(name)) return createElement(name, { key, ...propsOf(element, name) });
  const children = [...element.childNodes].map(render);
  if (!Object.hasOwn(allowedAttributes, name)) return <Fragment key={key}>{children}</Fragment>;
  const checkedAttribute = element.getAttribute("data-checked");
  const checkbox =
    name === "li" && checkedAttribute !== null ? (checkedAttribute === "true" ? "☑ " : "☐ ") : null;
  return createElement(name, { key, ...propsOf(element, name) }, checkbox, ...children);
}

/**
 * Shows the HTML of an entry, also when the server has not sanitised it: only the elements and attributes in
 * `allowedAttributes` and the styles in `allowedStyles` are created.
 */
export function SafeHtml({ html }: { html: string }): ReactNode {
  return useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    return [...body.childNodes].map(render);
  }, [html]);
}
