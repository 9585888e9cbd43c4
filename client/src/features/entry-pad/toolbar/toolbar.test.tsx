// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { act, createRef } from "react";
import { expect, test, vi } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { padExtensions } from "../editor/pad-extensions.ts";
// The toolbar loads these two lazily, which takes long on a busy machine. They are imported here, so that no test waits for them.
import "../../../shared/ui/dialog.tsx";
import "../editor/link-dialog.tsx";
import { Toolbar } from "./toolbar.tsx";

test("in the link dialog, the toolbar does not handle Home, End and the arrow keys", async () => {
  document.documentElement.style.fontSize = "16px";
  // Room for every button.
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_000);
  const editor = new Editor({
    extensions: padExtensions(),
    content: "<p>By water</p>",
    element: document.createElement("div"),
  });
  const rendered = await renderForTest(<Toolbar editor={editor} ref={createRef<HTMLDivElement>()} />);
  rendered.button("Link").focus();
  await act(async () => rendered.button("Link").click());
  await vi.waitFor(() => expect(document.activeElement?.closest("[role=dialog]")).toBeTruthy(), 60_000);

  const field = document.activeElement;
  for (const key of ["Home", "End", "ArrowLeft", "ArrowRight"]) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    field?.dispatchEvent(event);
    expect([key, event.defaultPrevented]).toEqual([key, false]);
  }
  expect(document.activeElement).toBe(field);
  await rendered.remove();
  editor.destroy();
  width.mockRestore();
  document.documentElement.removeAttribute("style");
});

test("a button stays in the tab order after the focused “More formatting” button disappears", async () => {
  document.documentElement.style.fontSize = "16px";
  let resize = (): void => {};
  class ResizeObserverStub {
    constructor(callback: () => void) {
      resize = callback;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", ResizeObserverStub);
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  const editor = new Editor({ extensions: padExtensions(), element: document.createElement("div") });
  const rendered = await renderForTest(<Toolbar editor={editor} ref={createRef<HTMLDivElement>()} />);
  await act(async () => rendered.button("More formatting").focus());
  expect(document.querySelectorAll("[data-tool][tabindex='0']")).toHaveLength(1);
  width.mockReturnValue(2_000);
  await act(async () => resize());
  expect(rendered.button("More formatting")).toBeUndefined();
  expect(document.querySelectorAll("[data-tool][tabindex='0']")).toHaveLength(1);
  await rendered.remove();
  editor.destroy();
  width.mockRestore();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("style");
});
