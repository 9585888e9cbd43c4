import { expect } from "../fixtures.ts";
import type { RemoteBrowser } from "./remote-browser.ts";

type Spot = { x: number; y: number };

/** Runs in the page: finds the middle of the first visible control of that name; `null` when there is none. */
const findControl = `(name) => {
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

/** Runs in the page: the name of what has the focus. */
const focusedName = `() => {
  const element = document.activeElement;
  return (element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent ?? "").trim();
}`;

const hasText = `(text) => document.body.innerText.includes(text)`;

const key = (type: "keyDown" | "keyUp", value: string) => ({ type, value });

/** The keys that WebDriver gives code points of their own. */
export const keys = { enter: "\uE007", control: "\uE009", end: "\uE010" };

/** A page of a remote browser, used like a person does: by its visible text. */
export function screenOf(browser: RemoteBrowser, origin: string) {
  const screen = {
    open: (path: string) => browser.navigate(new URL(path, origin).href),
    expectText: (text: string) => expect.poll(() => browser.call(hasText, text)).toBe(true),
    expectPath: (path: RegExp) =>
      expect.poll(() => browser.call("() => location.pathname + location.search", null)).toMatch(path),
    path: async () => String(await browser.call("() => location.pathname", null)),
    /** Clicks the first control whose name begins with this text. */
    async click(name: string): Promise<void> {
      let spot: Spot | null = null;
      await expect
        .poll(async () => (spot = (await browser.call(findControl, name)) as Spot | null), { message: name })
        .not.toBeNull();
      const { x, y } = spot ?? { x: 0, y: 0 };
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
            .flatMap((character) => [key("keyDown", character), key("keyUp", character)]),
        },
      ]),
    /** Clicks a field and types into it. A page that was still loading may have moved it away from the click. */
    async fill(name: string, text: string): Promise<void> {
      await expect(async () => {
        await screen.click(name);
        expect(await browser.call(focusedName, null)).toMatch(new RegExp(`^${name}`));
      }).toPass();
      await screen.type(text);
    },
  };
  return screen;
}
