import { undoDepth, redoDepth } from "@tiptap/pm/history";
import type { ChainedCommands, Editor } from "@tiptap/core";
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from "./tool-icons.ts";
import type { LucideIcon } from "lucide-react";
import type { Keys } from "../page/keys.ts";
import { padText } from "../pad-text.ts";

const { toolbar } = padText;

/** A toolbar button. `run` applies its format or action; `isOn` returns true when the selection already has the format. */
export type ToolbarItem = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: Keys;
  /** the input rule that does the same */
  readonly inputRule?: string;
  /** undefined for the link, which opens a dialog */
  readonly run?: (chain: ChainedCommands) => ChainedCommands;
  /** undefined for one-time actions */
  readonly isOn?: (editor: Editor) => boolean;
  readonly canRun?: (editor: Editor) => boolean;
};

/** A group of buttons. Rank 1 is the most useful: when space is short, the groups with the highest numbers move into the menu first. */
export type ToolbarGroup = { readonly rank: number; readonly items: readonly ToolbarItem[] };

const isActive = (name: string) => (editor: Editor) => editor.isActive(name);

const heading = (level: 1 | 2 | 3, icon: LucideIcon): ToolbarItem => ({
  label: toolbar[`heading${level}`],
  icon,
  keys: `Mod+Alt+${level}`,
  inputRule: `${"#".repeat(level)} `,
  run: (chain) => chain.toggleHeading({ level }),
  isOn: (editor) => editor.isActive("heading", { level }),
});

const align = (
  alignment: "left" | "center" | "right" | "justify",
  icon: LucideIcon,
  key: string,
): ToolbarItem => ({
  label: toolbar[alignment],
  icon,
  keys: `Mod+Shift+${key}`,
  run: (chain) => (alignment === "left" ? chain.unsetTextAlign() : chain.setTextAlign(alignment)),
  isOn: (editor) =>
    alignment === "left"
      ? !["center", "right", "justify"].some((textAlign) => editor.isActive({ textAlign }))
      : editor.isActive({ textAlign: alignment }),
});

/** The highlight button. It is in no group, because the toolbar shows it next to the text colours. */
export const highlight: ToolbarItem = {
  label: toolbar.highlight,
  icon: Highlighter,
  inputRule: "==…==",
  run: (chain) => chain.toggleMark("highlight"),
  isOn: isActive("highlight"),
};

/** The link button, which opens a dialog. */
export const link: ToolbarItem = { label: toolbar.link, icon: Link2, keys: "Mod+K", isOn: isActive("link") };

/** The groups in display order. */
export const toolbarGroups: readonly ToolbarGroup[] = [
  {
    rank: 5,
    items: [
      {
        label: toolbar.undo,
        icon: Undo2,
        keys: "Mod+Z",
        run: (chain) => chain.undo(),
        canRun: ({ state }) => undoDepth(state) > 0,
      },
      {
        label: toolbar.redo,
        icon: Redo2,
        keys: "Mod+Shift+Z",
        run: (chain) => chain.redo(),
        canRun: ({ state }) => redoDepth(state) > 0,
      },
    ],
  },
  { rank: 3, items: [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)] },
  {
    rank: 1,
    items: [
      {
        label: toolbar.bold,
        icon: Bold,
        keys: "Mod+B",
        inputRule: "**…**",
        run: (chain) => chain.toggleBold(),
        isOn: isActive("bold"),
      },
      {
        label: toolbar.italic,
        icon: Italic,
        keys: "Mod+I",
        inputRule: "*…*",
        run: (chain) => chain.toggleItalic(),
        isOn: isActive("italic"),
      },
      {
        label: toolbar.underline,
        icon: Underline,
        keys: "Mod+U",
        run: (chain) => chain.toggleUnderline(),
        isOn: isActive("underline"),
      },
    ],
  },
  {
    rank: 7,
    items: [
      {
        label: toolbar.strike,
        icon: Strikethrough,
        keys: "Mod+Shift+S",
        inputRule: "~~…~~",
        run: (chain) => chain.toggleStrike(),
        isOn: isActive("strike"),
      },
      {
        label: toolbar.code,
        icon: Code,
        keys: "Mod+E",
        inputRule: "`…`",
        run: (chain) => chain.toggleCode(),
        isOn: isActive("code"),
      },
    ],
  },
  {
    rank: 2,
    items: [
      {
        label: toolbar.bulletList,
        icon: List,
        keys: "Mod+Shift+8",
        inputRule: "* ",
        run: (chain) => chain.toggleBulletList(),
        isOn: isActive("bulletList"),
      },
      {
        label: toolbar.orderedList,
        icon: ListOrdered,
        keys: "Mod+Shift+7",
        inputRule: "1. ",
        run: (chain) => chain.toggleOrderedList(),
        isOn: isActive("orderedList"),
      },
      {
        label: toolbar.taskList,
        icon: ListChecks,
        keys: "Mod+Shift+9",
        inputRule: "[ ] ",
        run: (chain) => chain.toggleTaskList(),
        isOn: isActive("taskList"),
      },
    ],
  },
  {
    rank: 4,
    items: [
      link,
      {
        label: toolbar.quote,
        icon: TextQuote,
        keys: "Mod+Shift+B",
        inputRule: "> ",
        run: (chain) => chain.toggleBlockquote(),
        isOn: isActive("blockquote"),
      },
    ],
  },
  {
    rank: 8,
    items: [
      { label: toolbar.rule, icon: Minus, inputRule: "---", run: (chain) => chain.setHorizontalRule() },
    ],
  },
  {
    rank: 6,
    items: [
      align("left", AlignLeft, "L"),
      align("center", AlignCenter, "E"),
      align("right", AlignRight, "R"),
      align("justify", AlignJustify, "J"),
    ],
  },
];

/**
 * The groups that fit into the bar; the others go into the menu. Groups are chosen by rank, so a small group never replaces a
 * more useful one.
 *
 * @param availableWidth the available width, in any unit
 * @param buttonWidth the width of one button in that unit
 * @param groupGap the extra width of a group
 */
export function groupsThatFit(
  availableWidth: number,
  buttonWidth: number,
  groupGap: number,
): ReadonlySet<ToolbarGroup> {
  const fittingGroups = new Set<ToolbarGroup>();
  let remaining = availableWidth;
  for (const group of toolbarGroups.toSorted((left, right) => left.rank - right.rank)) {
    remaining -= group.items.length * buttonWidth + groupGap;
    if (remaining < 0) break;
    fittingGroups.add(group);
  }
  return fittingGroups;
}
