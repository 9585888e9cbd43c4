import { expect } from "../fixtures.ts";
import type { RemoteBrowser } from "./remote-browser.ts";

type Point = { x: number; y: number };

/** Runs in the page: scrolls to the first visible control whose name begins with this text. Returns its centre, or `null`. */
const findControlCentre = `(name) => {
  const nameOf = (element) =>
    (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim();
  const controls = document.querySelectorAll("a, button, input, textarea, [contenteditable=true], [role=option]");
  for (const element of controls) {
    if (!nameOf(element).startsWith(name) || element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  }
  return null;
}`;

/** Runs in the page: returns the name of the focused control. */
const getFocusedName = `() => {
  const element = document.activeElement;
  return (element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent ?? "").trim();
}`;

const hasText = `(text) => document.body.innerText.includes(text)`;

const keyAction = (type: "keyDown" | "keyUp", value: string) => ({ type, value });

/** The Enter key, as the code point that WebDriver uses for it. */
export const enterKey = "\uE007";

/** Uses a page of a remote browser by its visible text, as a person does. */
export function screenOf(browser: RemoteBrowser, origin: string) {
  const screen = {
    open: (path: string) => browser.navigate(new URL(path, origin).href),
    expectText: (text: string) => expect.poll(() => browser.call(hasText, text)).toBe(true),
    /** Waits until the path with its query matches. */
    expectPath: (path: RegExp) =>
      expect.poll(() => browser.call("() => location.pathname + location.search", null)).toMatch(path),
    path: async () => String(await browser.call("() => location.pathname", null)),
    /** Clicks the first control whose name begins with this text. */
    async click(name: string): Promise<void> {
      let point: Point | null = null;
      await expect
        .poll(async () => (point = (await browser.call(findControlCentre, name)) as Point | null), {
          message: name,
        })
        .not.toBeNull();
      const { x, y } = point ?? { x: 0, y: 0 };
      const actions = [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await browser.perform([{ type: "pointer", id: "mouse", actions }]);
    },
    /** Presses keys one after the other. */
    type: (text: string) =>
      browser.perform([
        {
          type: "key",
          id: "keyboard",
          actions: text
            .split("")
            .flatMap((character) => [keyAction("keyDown", character), keyAction("keyUp", character)]),
        },
      ]),
    /** Clicks a field and types into it. Repeats the click when the page moved the field while loading. */
    async fill(name: string, text: string): Promise<void> {
      await expect(async () => {
        await screen.click(name);
        expect(await browser.call(getFocusedName, null)).toMatch(new RegExp(`^${name}`));
      }).toPass();
      await screen.type(text);
    },
  };
  return screen;
}
