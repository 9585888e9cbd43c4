// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";

afterEach(() => vi.restoreAllMocks());

/** The keys of each shortcut in the sheet, on a computer of this platform. */
async function shortcutsOn(platform: string) {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  const { remove } = await renderForTest(<ShortcutsSheet onClose={() => {}} />);
  const rows = [...document.querySelectorAll("dl > div")].map(
    (row) =>
      [
        row.querySelector("dt")?.textContent ?? "",
        [...row.querySelectorAll("kbd")].map((key) => key.textContent),
      ] as const,
  );
  await remove();
  // Two rows can have the same name: the first shows the keys, the other the text to type. The reversed order keeps the first.
  return { keysOf: Object.fromEntries(rows.toReversed()), keys: rows.flatMap(([, keys]) => keys) };
}

test("on a Mac, keyboard shortcuts have the names of a Mac's keys", async () => {
  const { keysOf, keys } = await shortcutsOn("MacIntel");
  expect(keysOf["Bold"]).toEqual(["⌘", "B"]);
  expect(keysOf["Focus mode"]).toEqual(["⌘", "⇧", "Enter"]);
  expect(keys).not.toContain("Ctrl");
});

test("on other computers, keyboard shortcuts have the names of a PC's keys", async () => {
  const { keysOf, keys } = await shortcutsOn("Linux x86_64");
  expect(keysOf["Bold"]).toEqual(["Ctrl", "B"]);
  expect(keys).not.toContain("⌘");
});
