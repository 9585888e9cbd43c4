import type { Editor } from "@tiptap/core";
import { highlight, toolbarGroups } from "./toolbar-items.ts";

const items = [...toolbarGroups.flatMap((group) => group.items), highlight];

/** What the buttons show of the selection. */
export type ToolbarState = {
  /** labels of what the selection has */
  readonly on: readonly string[];
  /** labels of what cannot be done now */
  readonly off: readonly string[];
  readonly font: string | null;
  readonly size: string | null;
  readonly colour: string | null;
};

/** Reads it from the editor; small and comparable, so that typing repaints the bar only when something changed. */
export function toolbarStateOf(editor: Editor): ToolbarState {
  const style = editor.getAttributes("textStyle") as Readonly<Record<string, string | null | undefined>>;
  return {
    on: items.flatMap(({ label, isOn }) => (isOn?.(editor) ? label : [])),
    off: items.flatMap(({ label, can }) => (can?.(editor) === false ? label : [])),
    font: style["fontFamily"] ?? null,
    size: style["fontSize"] ?? null,
    colour: style["color"] ?? null,
  };
}
