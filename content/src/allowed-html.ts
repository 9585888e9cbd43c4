/** Font sizes that an entry may use, in pixels. */
export const fontSizes = [6, 7, 8, 9, 10, 12, 14, 16, 18] as const;

/** Fonts that an entry may use; all of them are served by us or are the reader's own. */
export const fontFamilies = ["Lora", "Source Sans 3", "serif", "sans-serif", "monospace", "cursive"] as const;

/** Protocols of links. Anything else, `javascript:` above all, is no link. */
export const linkProtocols = ["http", "https", "mailto"] as const;

/** Pictures that came inline with a paste, until they are kept as photos. SVG is a document, not a picture. */
export const inlineImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

const color = /^#[0-9a-f]{6}$/;
const sizes: readonly string[] = fontSizes.map((size) => `${size}px`);
const families: readonly string[] = fontFamilies;

/** Style declarations that the editor itself writes; a value that is not exactly one of these is dropped. */
export const allowedStyles: Readonly<Record<string, (value: string) => boolean>> = {
  color: (value) => color.test(value),
  "font-size": (value) => sizes.includes(value),
  "font-family": (value) => families.includes(value),
  "text-align": (value) => ["left", "center", "right", "justify"].includes(value),
};

/** The elements that the editor's schema renders, with the attributes it gives them. `style` is checked by declaration. */
export const allowedElements: Readonly<Record<string, readonly string[]>> = {
  p: ["style"],
  h1: ["style"],
  h2: ["style"],
  h3: ["style"],
  blockquote: [],
  ul: ["data-type"],
  ol: ["start", "type"],
  li: ["data-type", "data-checked"],
  label: [],
  input: ["type", "checked"],
  div: [],
  pre: [],
  code: ["class"],
  hr: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  span: ["style"],
  a: ["href", "rel", "target"],
  img: ["src", "alt", "title", "data-photo-id"],
  table: [],
  tbody: [],
  tr: [],
  th: ["colspan", "rowspan"],
  td: ["colspan", "rowspan"],
};

/** What people and other programs write for the same thing. */
export const synonyms: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  cite: "em",
  dfn: "em",
  var: "em",
  del: "s",
  strike: "s",
  ins: "u",
  h4: "h3",
  h5: "h3",
  h6: "h3",
};

/** Elements whose content is not text to read: dropped whole. */
export const droppedElements: readonly string[] = [
  "script",
  "style",
  "template",
  "svg",
  "math",
  "iframe",
  "object",
  "embed",
  "noscript",
  "noembed",
  "noframes",
  "head",
  "title",
  "audio",
  "video",
  "canvas",
  "select",
  "button",
  "applet",
];
