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
import { oldNamesOf } from "./allowed-html.ts";
import { imageUrl, linkUrl } from "./safe-urls.ts";
import { Table, TableCell, TableHeader, TableRow } from "./table-nodes.ts";
import { alignments, readColour, readFontFamily, readFontSize } from "./text-styles.ts";

/** Rules for the old names of an element, so that a paste reads as the server reads it. */
const oldNames = (element: string) => oldNamesOf(element).map((tag) => ({ tag }));

/** One property of `<span style>`, held to the values that an entry may use, whoever sets it. */
const styleAttribute = (
  name: string,
  property: "color" | "font-family" | "font-size",
  read: (value: string | null | undefined) => string | null,
) => [
  {
    types: ["textStyle"],
    attributes: {
      [name]: {
        default: null,
        parseHTML: (element: HTMLElement) => read(element.style.getPropertyValue(property)),
        renderHTML: (attributes: Record<string, unknown>) => {
          const value = read(attributes[name] as string | null | undefined);
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

const script = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, { style: `vertical-align=${tag === "sub" ? "sub" : "super"}` }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * What is typed between two signs becomes a mark, when it begins and ends with a word: "2 * 3 * 4" is only a sum.
 *
 * @param sign as a regular expression, the same before and after
 */
const betweenSigns = (sign: string, inner: string): RegExp =>
  new RegExp(`(?:^|\\s)(${sign}(?=[^\\s${inner}])([^${inner}]*(?<!\\s))${sign})$`);

/** A marker pen of one colour: each theme has its own, under which the ink still reads. */
const Highlight = Mark.create({
  name: "highlight",
  parseHTML: () => [{ tag: "mark" }],
  renderHTML: ({ HTMLAttributes }) => ["mark", HTMLAttributes, 0],
  addInputRules() {
    return [markInputRule({ find: betweenSigns("==", "="), type: this.type })];
  },
});

/** A link says where it goes and, perhaps, a title; how it opens is not the writer's to choose. */
const EntryLink = Link.extend({
  addAttributes: () => ({
    href: { default: null, parseHTML: (element: HTMLElement) => linkUrl(element.getAttribute("href")) },
    title: { default: null },
  }),
});

/** An image stands in the line, so that text around it and a link over it survive. `photoId` names a kept photo. */
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

/** Written without the check box, which the editor's view adds: the state is in `data-checked`. */
const EntryTaskItem = TaskItem.extend({
  renderHTML: ({ HTMLAttributes }) => ["li", mergeAttributes(HTMLAttributes, { "data-type": "taskItem" }), 0],
});

const EntryHeading = Heading.extend({
  parseHTML() {
    const old = oldNamesOf("h3").map((tag) => ({ tag, attrs: { level: 3 } }));
    return [...(this.parent?.() ?? []), ...old];
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
    return [...(this.parent?.() ?? []), ...oldNames("em").filter(({ tag }) => tag !== "i")];
  },
});

const EntryUnderline = Underline.extend({
  parseHTML() {
    return [...(this.parent?.() ?? []), ...oldNames("u")];
  },
});

/** Goes with other marks, so that a link or bold text keeps its code. */
const EntryCode = Code.extend({
  excludes: "",
  parseHTML() {
    return [...(this.parent?.() ?? []), ...oldNames("code")];
  },
});

/**
 * How the editor must read a body (`parseOptions`): the server has settled which space counts, so that two spaces that
 * somebody typed are still two after loading.
 */
export const contentParseOptions = { preserveWhitespace: true } as const;

/**
 * The schema of an entry: the one list that browser and tests build the editor from, without views of our own. What it
 * renders is exactly what `allowed-html.ts` lets through. Of what only an editor needs it has undo, the drop and gap
 * cursors, and the free line below a last list or table; that line is in `getHTML()` too, so whoever saves leaves it out.
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
      // The protocols that it allows are known without being named here; naming them warns in each editor but the first.
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
    script("subscript", "sub"),
    script("superscript", "sup"),
    UndoRedo,
    Dropcursor,
    Gapcursor,
    TrailingNode,
  ];
}
