import { type Extensions, Mark, markInputRule, mergeAttributes } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Image } from "@tiptap/extension-image";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { TextAlign } from "@tiptap/extension-text-align";
import { Color, FontFamily, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { Underline } from "@tiptap/extension-underline";
import { Dropcursor, Gapcursor, TrailingNode, UndoRedo } from "@tiptap/extensions";
import { synonymsOf } from "./allowed-html.ts";
import { imageUrl, linkUrl } from "./safe-urls.ts";
import { Table, TableCell, TableHeader, TableRow } from "./table-nodes.ts";
import { alignments, readColour, readFontFamily, readFontSize } from "./text-styles.ts";

/** Parse rules for the synonyms of an element, so that the editor reads a paste as the server does. */
const synonymRules = (element: string) => synonymsOf(element).map((tag) => ({ tag }));

/** A property of `<span style>`, limited to the allowed values when it is parsed and when it is rendered. */
const styleAttribute = (
  name: string,
  property: "color" | "font-family" | "font-size",
  readValue: (value: string | null | undefined) => string | null,
) => [
  {
    types: ["textStyle"],
    attributes: {
      [name]: {
        default: null,
        parseHTML: (element: HTMLElement) => readValue(element.style.getPropertyValue(property)),
        renderHTML: (attributes: Record<string, unknown>) => {
          const value = readValue(attributes[name] as string | null | undefined);
          return value === null ? {} : { style: `${property}: ${value}` };
        },
      },
    },
  },
];

const dimension = (name: "width" | "height") => ({
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute(name) ?? "";
    return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : null;
  },
});

const createScriptMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, { style: `vertical-align=${tag === "sub" ? "sub" : "super"}` }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * Matches typed text between two signs, to turn it into a mark. The text must not begin or end with a space, so that
 * "2 * 3 * 4" does not match.
 *
 * @param sign a regular expression for the sign, which is the same before and after the text
 * @param excludedCharacter a character that the text must not contain
 */
const betweenSigns = (sign: string, excludedCharacter: string): RegExp =>
  new RegExp(`(?:^|\\s)(${sign}(?=[^\\s${excludedCharacter}])([^${excludedCharacter}]*(?<!\\s))${sign})$`);

/** A highlight. It stores no colour, because each theme defines a readable one. */
const Highlight = Mark.create({
  name: "highlight",
  parseHTML: () => [{ tag: "mark" }],
  renderHTML: ({ HTMLAttributes }) => ["mark", HTMLAttributes, 0],
  addInputRules() {
    return [markInputRule({ find: betweenSigns("==", "="), type: this.type })];
  },
});

/** A link has a URL and an optional title. Writers cannot choose how it opens. */
const EntryLink = Link.extend({
  addAttributes: () => ({
    href: { default: null, parseHTML: (element: HTMLElement) => linkUrl(element.getAttribute("href")) },
    title: { default: null },
  }),
});

/** An image inside a paragraph, so that text and links around it stay as they are. `photoId` is the id of a stored photo. */
const EntryImage = Image.extend({
  addAttributes: () => ({
    src: { default: null, parseHTML: (element: HTMLElement) => imageUrl(element.getAttribute("src")) },
    alt: { default: null },
    title: { default: null },
    width: dimension("width"),
    height: dimension("height"),
    photoId: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute("data-photo-id"),
      renderHTML: ({ photoId }: Record<string, unknown>) => (photoId ? { "data-photo-id": photoId } : {}),
    },
  }),
  parseHTML: () => [
    {
      tag: "img",
      getAttrs: (element: HTMLElement) =>
        imageUrl(element.getAttribute("src")) !== null || element.hasAttribute("data-photo-id")
          ? null
          : false,
    },
  ],
});

/** A task, rendered without its check box, because the editor's view adds the check box. The state is in `data-checked`. */
const EntryTaskItem = TaskItem.extend({
  renderHTML: ({ HTMLAttributes }) => ["li", mergeAttributes(HTMLAttributes, { "data-type": "taskItem" }), 0],
});

const EntryHeading = Heading.extend({
  parseHTML() {
    const rules = synonymsOf("h3").map((tag) => ({ tag, attrs: { level: 3 } }));
    return [...(this.parent?.() ?? []), ...rules];
  },
});

const EntryBold = Bold.extend({
  addInputRules() {
    return [
      markInputRule({ find: betweenSigns("\\*\\*", "*"), type: this.type }),
      markInputRule({ find: betweenSigns("__", "_"), type: this.type }),
    ];
  },
});

const EntryStrike = Strike.extend({
  addInputRules() {
    return [markInputRule({ find: betweenSigns("~~", "~"), type: this.type })];
  },
});

const EntryItalic = Italic.extend({
  addInputRules() {
    return [
      markInputRule({ find: betweenSigns("\\*", "*"), type: this.type }),
      markInputRule({ find: betweenSigns("_", "_"), type: this.type }),
    ];
  },
  parseHTML() {
    return [...(this.parent?.() ?? []), ...synonymRules("em").filter(({ tag }) => tag !== "i")];
  },
});

const EntryUnderline = Underline.extend({
  parseHTML() {
    return [...(this.parent?.() ?? []), ...synonymRules("u")];
  },
});

/** Allows other marks inside code, so that a link or bold text can also be code. */
const EntryCode = Code.extend({
  excludes: "",
  parseHTML() {
    return [...(this.parent?.() ?? []), ...synonymRules("code")];
  },
});

/**
 * The editor's schema for an entry, without views. It renders exactly what `allowed-html.ts` allows.
 *
 * For editing, it also has undo, drop and gap cursors, and adds an empty line at the end unless the last block is a paragraph.
 * That line is also in `getHTML()`, so callers must remove it before they save.
 */
export function contentExtensions(): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    EntryHeading.configure({ levels: [1, 2, 3] }),
    Blockquote,
    BulletList,
    OrderedList,
    ListItem,
    ListKeymap,
    TaskList,
    EntryTaskItem.configure({ nested: true }),
    CodeBlock,
    HorizontalRule,
    HardBreak,
    EntryImage.configure({ inline: true, allowBase64: true }),
    Table,
    TableRow,
    TableCell,
    TableHeader,
    EntryLink.configure({
      openOnClick: false,
      defaultProtocol: "https",
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer nofollow" },
      // `protocols` is not set. The library already knows the protocols that `linkUrl` allows, and registering them again logs a warning
      // for each further editor.
      isAllowedUri: (url) => linkUrl(url) !== null,
    }),
    TextStyle,
    Color.extend({ addGlobalAttributes: () => styleAttribute("color", "color", readColour) }),
    FontFamily.extend({
      addGlobalAttributes: () => styleAttribute("fontFamily", "font-family", readFontFamily),
    }),
    FontSize.extend({ addGlobalAttributes: () => styleAttribute("fontSize", "font-size", readFontSize) }),
    TextAlign.configure({ types: ["paragraph", "heading"], alignments: [...alignments] }),
    EntryBold,
    EntryItalic,
    EntryUnderline,
    EntryStrike,
    Highlight,
    EntryCode,
    createScriptMark("subscript", "sub"),
    createScriptMark("superscript", "sup"),
    UndoRedo,
    Dropcursor,
    Gapcursor,
    TrailingNode,
  ];
}
