import { alignments, fontFamilies, fontSizes } from "./text-styles.ts";

/** The allowed attributes of an element, each with a pattern for its values. */
export type AllowedAttributes = Readonly<Record<string, RegExp>>;

const anyValue = /^/;
const spanCount = /^(?:[2-9]|[1-9]\d{1,2})$/;
const oneOf = (values: readonly (string | number)[]): string => `(?:${values.join("|")})`;
const alignStyle = new RegExp(`^text-align: ${oneOf(alignments)}$`);
const declaration = oneOf([
  "color: #[0-9a-f]{6}",
  `font-family: ${oneOf(fontFamilies)}`,
  `font-size: ${oneOf(fontSizes)}px`,
]);
const spanStyle = new RegExp(`^${declaration}(?:; ${declaration}){0,2}$`);

/**
 * The allow-list of elements and attributes in a body: exactly what the editor's schema renders; a test compares both.
 * `linkProtocols` and `imageProtocols` (`safe-urls.ts`) also limit the URLs of links and images.
 */
export const allowedElements: Readonly<Record<string, AllowedAttributes>> = {
  p: { style: alignStyle },
  h1: { style: alignStyle },
  h2: { style: alignStyle },
  h3: { style: alignStyle },
  blockquote: {},
  ul: { "data-type": /^taskList$/ },
  ol: { start: /^-?\d{1,9}$/, type: /^[aAiI]$/ },
  li: { "data-type": /^taskItem$/, "data-checked": /^(?:true|false)$/ },
  pre: {},
  code: { class: /^language-[\w+#.-]{1,40}$/ },
  hr: {},
  br: {},
  strong: {},
  em: {},
  u: {},
  s: {},
  mark: {},
  sub: {},
  sup: {},
  span: { style: spanStyle },
  a: { href: anyValue, target: /^_blank$/, rel: /^noopener noreferrer nofollow$/, title: anyValue },
  img: {
    src: anyValue,
    alt: anyValue,
    title: anyValue,
    width: /^[1-9]\d{0,4}$/,
    height: /^[1-9]\d{0,4}$/,
    "data-photo-id": /^[1-9]\d{0,15}$/,
  },
  table: {},
  tbody: {},
  tr: {},
  th: { colspan: spanCount, rowspan: spanCount },
  td: { colspan: spanCount, rowspan: spanCount },
};

/** Elements of other programs, with the element that the editor writes instead. */
export const synonyms = {
  b: "strong",
  i: "em",
  cite: "em",
  dfn: "em",
  var: "em",
  del: "s",
  strike: "s",
  ins: "u",
  kbd: "code",
  samp: "code",
  tt: "code",
  h4: "h3",
  h5: "h3",
  h6: "h3",
} as const satisfies Readonly<Record<string, string>>;

/** The elements that mean the same as one of the editor's elements. */
export function synonymsOf(element: string): string[] {
  return Object.entries(synonyms).flatMap(([synonym, name]) => (name === element ? [synonym] : []));
}

/** Elements that are removed with their content, because it is not readable text or could be dangerous. */
export const droppedElements: readonly string[] = (
  "script style template svg math iframe frame frameset object embed applet noscript noembed noframes " +
  "head title base link meta audio video canvas select datalist input colgroup col"
).split(" ");
