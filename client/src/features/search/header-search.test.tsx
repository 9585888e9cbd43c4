// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { searchesKey } from "./forget-searches.ts";
import { HeaderSearch } from "./header-search.tsx";
import { foundEntry, searchReply, showSearch } from "./testing/sample-search.tsx";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("./suggestions.tsx"), 180_000);

const fireTag = { tag: { id: 9, name: "fire of London", total_entries: 3 } };
const fireReply = searchReply(
  [3, 2, 1].map((day) => foundEntry(day)),
  { tags: [fireTag] },
);
const allOptions = [
  /^fire of London3 entries/,
  /^Fire, day 3/,
  /^Fire, day 2/,
  /^Fire, day 1/,
  /^All results for “fire”$/,
];

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function openHeader(answer: Parameters<typeof showSearch>[1]["answer"] = () => fireReply) {
  const content = (
    <>
      <h1>Your journals</h1>
      <a href="#content">Skip to content</a>
      <HeaderSearch />
    </>
  );
  const page = await showSearch(content, { url: "/journals?view=starred", answer });
  removePage = page.remove;
  const selectedOption = () => document.querySelector("[role=option][aria-selected=true]");
  return {
    ...page,
    options: () => page.texts("[role=option]"),
    /** Waits until these options are shown. */
    expectOptions: (options: readonly (string | RegExp)[]) =>
      page.waitUntil(() => {
        const expected = options.map((option) =>
          typeof option === "string" ? option : expect.stringMatching(option),
        );
        expect(page.texts("[role=option]")).toEqual(expected);
      }),
    expectSelected: (text: RegExp) => {
      expect(selectedOption()?.textContent).toMatch(text);
      expect(page.field().getAttribute("aria-activedescendant")).toBe(selectedOption()?.id);
    },
    listName: () => document.querySelector("[role=listbox]")?.getAttribute("aria-label") ?? null,
  };
}

test("results appear while the user types, and the keyboard opens one of them", async () => {
  const page = await openHeader();
  const field = page.field();
  await page.press("k", { ctrlKey: true });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-expanded")).toBe("false");
  await page.type("fire");
  await page.expectOptions(allOptions);
  expect(page.queries.at(-1)).toEqual({ query: "fire" });
  expect(page.listName()).toBe("Search results");
  expect(field.getAttribute("aria-expanded")).toBe("true");
  expect(page.texts("[role=status]")).toEqual(["3 entries and 1 tag"]);
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  page.expectSelected(/^Fire, day 3/);
  await page.press("ArrowUp");
  await page.press("ArrowUp");
  page.expectSelected(/^All results/);
  await page.press("Escape");
  expect(page.listName()).toBeNull();
  expect([document.activeElement, field.value]).toEqual([field, "fire"]);
  await page.press("k", { ctrlKey: true });
  await page.expectOptions(allOptions);
  await page.press("Escape");
  expect(page.listName()).toBeNull();
  await page.press("ArrowDown");
  await page.expectOptions(allOptions);
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  await page.press("Enter");
  expect(page.url()).toBe("/journals/1/3");
  expect(page.state()).toEqual({ match: "fire" });
  expect([page.listName(), field.value]).toEqual([null, ""]);
});

test("Enter opens all results, and passes on the page that the user came from", async () => {
  const page = await openHeader();
  await page.fill("  fire ");
  await page.press("Enter");
  expect(page.url()).toBe("/search?query=fire");
  expect(page.state()).toEqual({ origin: "/journals?view=starred" });
  expect(page.field().value).toBe("");
  await page.fill(" ");
  await page.press("Enter");
  expect(page.url()).toBe("/search");
});

test("the list works by mouse, and a click or focus outside closes it", async () => {
  const page = await openHeader();
  const field = page.field();
  await page.fill("fire");
  await page.expectOptions(allOptions);
  const heading = document.querySelector("h1")!;
  await act(async () => heading.dispatchEvent(new Event("pointerdown", { bubbles: true })));
  expect(page.listName()).toBeNull();
  await page.click(field);
  await page.expectOptions(allOptions);
  await act(async () => document.querySelector("a")!.dispatchEvent(new Event("focusin", { bubbles: true })));
  expect(page.listName()).toBeNull();
  await page.click(field);
  await page.expectOptions(allOptions);
  const option = page.link("fire of London");
  // The focus stays in the field while an option is clicked.
  const mouseDown = new Event("mousedown", { bubbles: true, cancelable: true });
  await act(async () => option.dispatchEvent(mouseDown));
  expect(mouseDown.defaultPrevented).toBe(true);
  await page.click(option);
  expect(page.url()).toBe("/search?tag=fire+of+London");
  expect(page.state()).toEqual({ origin: "/journals?view=starred" });

  await page.fill("fire");
  await page.expectOptions(allOptions);
  await page.click(page.link("All results for “fire”"));
  expect(page.url()).toBe("/search?query=fire");
});

test("a locked entry shows its title and its lock, but no text", async () => {
  const page = await openHeader(() =>
    searchReply([
      // The server sends no text of locked entries. The list would not show it either.
      foundEntry(1, { excerpt: "A secret", is_locked: true }),
      foundEntry(2, { excerpt: "A secret", journal: { id: 1, name: "Diary", is_locked: true } }),
      foundEntry(3),
    ]),
  );
  await page.fill("fire");
  await page.expectOptions([
    /^Fire, day 1 This entry is locked/,
    /^Fire, day 2 This journal is locked/,
    /^Fire, day 3The fire went on\./,
    /^All results/,
  ]);
  expect(document.body.textContent).not.toContain("A secret");
});

test("recent searches are stored encrypted on the device until they are cleared", async () => {
  const page = await openHeader(() => searchReply([foundEntry(4)]));
  const storedText = () => localStorage.getItem(searchesKey);
  await page.fill("river");
  await page.expectOptions([/^Fire, day 4/, /^All results for “river”$/]);
  await page.click(page.link("Fire, day 4"));
  expect(page.url()).toBe("/journals/1/4");
  const afterFirstSearch = storedText();
  await page.fill("bethnal");
  await page.expectOptions([/^Fire, day 4/, /^All results for “bethnal”$/]);
  await page.click(page.link("Fire, day 4"));
  expect(storedText()).not.toBe(afterFirstSearch);
  expect(atob(storedText() ?? "")).not.toMatch(/river|bethnal/);

  await page.click(page.field());
  await page.expectOptions(["bethnal", "river"]);
  expect(page.listName()).toBe("Recent searches");
  page.field().focus();
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  await page.press("Enter");
  expect(page.url()).toBe("/search?query=river");
  await page.click(page.field());
  await page.expectOptions(["bethnal", "river"]);
  await page.click(page.button("Clear recent searches"));
  expect(page.listName()).toBeNull();
  expect(document.activeElement).toBe(page.field());
  expect(storedText()).toBeNull();
});

test("a search without results and a failed search say so", async () => {
  let isDown = false;
  const page = await openHeader(() => (isDown ? "unavailable" : searchReply([])));
  const expectMessage = (message: string) =>
    page.waitUntil(() => expect(page.texts("[role=status]")).toEqual([message]));
  page.field().focus();
  await page.fill("nobody");
  await expectMessage("No results.");
  isDown = true;
  await page.type("s");
  await expectMessage("Search failed. Try again in a moment.");
  expect(page.options()).toEqual(["All results for “nobodys”"]);
  await page.press("Escape");
  expect(page.listName()).toBeNull();
  isDown = false;
  await page.click(page.field());
  await expectMessage("No results.");
});

test("the text and its results disappear when another user logs in", async () => {
  const page = await openHeader();
  page.field().focus();
  await page.fill("fire");
  await page.expectOptions(allOptions);
  await page.changeUser(8);
  expect([page.field().value, page.options()]).toEqual(["", []]);
});
