import type { Editor } from "@tiptap/core";
import { highlight, toolbarGroups } from "./toolbar-items.ts";

const items = [...toolbarGroups.flatMap((group) => group.items), highlight];

/** What the buttons show about the selection. */
export type ToolbarState = {
  /** labels of what the selection has */
  readonly activeLabels: readonly string[];
  /** labels of what is not possible now */
  readonly disabledLabels: readonly string[];
  readonly font: string | null;
  readonly size: string | null;
  readonly colour: string | null;
};

/** Derives the state from the editor. It is small and comparable, so that the toolbar only renders when it changed. */
export function toolbarStateOf(editor: Editor): ToolbarState {
  const style = editor.getAttributes("textStyle") as Readonly<Record<string, string | null | undefined>>;
  return {
    activeLabels: items.flatMap(({ label, isOn }) => (isOn?.(editor) ? label : [])),
    disabledLabels: items.flatMap(({ label, canRun }) => (canRun?.(editor) === false ? label : [])),
    font: style["fontFamily"] ?? null,
    size: style["fontSize"] ?? null,
    colour: style["color"] ?? null,
  };
}
