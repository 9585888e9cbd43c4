import type { ChainedCommands, Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from "lucide-react";
import { padCopy } from "./pad-copy.ts";

const { toolbar } = padCopy;

/** One button of the toolbar: what it does to the selection, and whether the selection has it already. */
export type ToolbarItem = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** as readers announce it */
  readonly keys?: string;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
  /** left out for what is done, not set */
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
};

const heading = (level: 1 | 2 | 3, icon: LucideIcon): ToolbarItem => ({
  label: toolbar[`heading${level}`],
  icon,
  keys: `Control+Alt+${level}`,
  run: (chain) => chain.toggleHeading({ level }),
  isOn: (editor) => editor.isActive("heading", { level }),
});

const on = (name: string) => (editor: Editor) => editor.isActive(name);

/** The toolbar in its groups; the link has its own button, because it asks for an address. */
export const toolbarGroups: readonly (readonly ToolbarItem[])[] = [
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    {
      label: toolbar.bold,
      icon: Bold,
      keys: "Control+B",
      run: (chain) => chain.toggleBold(),
      isOn: on("bold"),
    },
    {
      label: toolbar.italic,
      icon: Italic,
      keys: "Control+I",
      run: (chain) => chain.toggleItalic(),
      isOn: on("italic"),
    },
    {
      label: toolbar.underline,
      icon: Underline,
      keys: "Control+U",
      run: (chain) => chain.toggleUnderline(),
      isOn: on("underline"),
    },
    { label: toolbar.strike, icon: Strikethrough, run: (chain) => chain.toggleStrike(), isOn: on("strike") },
    {
      label: toolbar.code,
      icon: Code,
      keys: "Control+E",
      run: (chain) => chain.toggleCode(),
      isOn: on("code"),
    },
  ],
  [
    {
      label: toolbar.bulletList,
      icon: List,
      run: (chain) => chain.toggleBulletList(),
      isOn: on("bulletList"),
    },
    {
      label: toolbar.orderedList,
      icon: ListOrdered,
      run: (chain) => chain.toggleOrderedList(),
      isOn: on("orderedList"),
    },
    {
      label: toolbar.taskList,
      icon: ListChecks,
      run: (chain) => chain.toggleTaskList(),
      isOn: on("taskList"),
    },
    {
      label: toolbar.quote,
      icon: TextQuote,
      run: (chain) => chain.toggleBlockquote(),
      isOn: on("blockquote"),
    },
  ],
  [{ label: toolbar.rule, icon: Minus, run: (chain) => chain.setHorizontalRule() }],
  [
    {
      label: toolbar.undo,
      icon: Undo2,
      keys: "Control+Z",
      run: (chain) => chain.undo(),
      can: (editor) => editor.can().undo(),
    },
    {
      label: toolbar.redo,
      icon: Redo2,
      keys: "Control+Shift+Z",
      run: (chain) => chain.redo(),
      can: (editor) => editor.can().redo(),
    },
  ],
];
