import type { Editor } from "@tiptap/core";
import { highlight, toolbarGroups } from "./toolbar-items.ts";

const items = [...toolbarGroups.flatMap((group) => group.items), highlight];

/** What the buttons show about the selection. */
export type ToolbarState = {
  /** the labels of the buttons whose formatting the selection has */
  readonly activeLabels: readonly string[];
  /** the labels of the buttons that can do nothing now */
  readonly disabledLabels: readonly string[];
  readonly font: string | null;
  readonly size: string | null;
  readonly colour: string | null;
};

/** The toolbar state of the editor's selection. It is small and comparable, so that the toolbar only renders when this state changed. */
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
