import { type Extensions, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TextAlign } from "@tiptap/extension-text-align";
import { Color, FontFamily, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { StarterKit } from "@tiptap/starter-kit";
import { linkProtocols } from "./allowed-html.ts";

const span = (name: "colspan" | "rowspan") => ({
  default: null as number | null,
  parseHTML: (element: HTMLElement) => {
    const value = Number(element.getAttribute(name));
    return value > 1 ? value : null;
  },
});

/** Tables as people paste them: structure and text are kept and can be edited; there are no table tools. */
const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: ({ HTMLAttributes }) => ["table", HTMLAttributes, ["tbody", 0]],
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: ({ HTMLAttributes }) => ["tr", HTMLAttributes, 0],
});

const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: "block+",
    isolating: true,
    addAttributes: () => ({ colspan: span("colspan"), rowspan: span("rowspan") }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

const script = (name: string, tag: string, excludes: string) =>
  Mark.create({
    name,
    excludes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      width: { default: null, rendered: false },
      height: { default: null, rendered: false },
      photoId: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute("data-photo-id"),
        renderHTML: ({ photoId }: { photoId?: string | null }) =>
          photoId ? { "data-photo-id": photoId } : {},
      },
    };
  },
});

/**
 * The schema of an entry, without views: the one list that browser and tests build the editor from. What it renders is
 * exactly what `allowed-html.ts` lets through.
 */
export function contentExtensions(): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        protocols: [...linkProtocols],
        HTMLAttributes: { rel: "noopener noreferrer nofollow", target: "_blank" },
        isAllowedUri: (url, { defaultValidate }) => /^(https?:|mailto:)/i.test(url) && defaultValidate(url),
      },
    }),
    TextStyle,
    Color,
    FontFamily,
    FontSize,
    TextAlign.configure({ types: ["heading", "paragraph"] }),
    TaskList,
    TaskItem.configure({ nested: true }),
    Picture.configure({ allowBase64: true, inline: false }),
    script("subscript", "sub", "superscript"),
    script("superscript", "sup", "subscript"),
    Table,
    TableRow,
    cell("tableCell", "td"),
    cell("tableHeader", "th"),
  ];
}
