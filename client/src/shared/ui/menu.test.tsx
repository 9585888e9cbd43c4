// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { Menu } from "./menu.tsx";

let cleanUp = () => Promise.resolve();
afterEach(() => cleanUp());

async function openMenu() {
  const items = ["Rename", "Settings", "Restore"].map((label) => ({ label, run: () => {} }));
  const { button, remove } = await renderForTest(<Menu label="More" items={items} />);
  cleanUp = remove;
  await act(async () => button("More").click());
  /** Presses a key in the menu, and says what then has the focus and whether the browser still handles the key. */
  return async (key: string, modifiers: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers });
    await act(async () => document.activeElement?.dispatchEvent(event));
    return [document.activeElement?.textContent, !event.defaultPrevented];
  };
}

test("a letter moves the focus to the next item that begins with it", async () => {
  const press = await openMenu();
  expect(await press("r")).toEqual(["Restore", false]);
  expect(await press("r")).toEqual(["Rename", false]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  "a shortcut of the browser keeps working: %o",
  async (modifiers) => {
    const press = await openMenu();
    expect(await press("r", modifiers)).toEqual(["Rename", true]);
  },
);
