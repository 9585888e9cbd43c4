// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { sampleDays, trashedFields } from "./testing/sample-list-server.ts";
import { useLists } from "./testing/use-lists.ts";

const openList = useLists();

test("a list has months as headings and keeps its layout", async () => {
  const entries = [
    ...sampleDays(1, () => ({ id: 99, title: "Today", local_date: "2026-11-20" })),
    ...sampleDays(2),
  ];
  const page = await openList({ entries });
  expect(page.texts("h2")).toEqual(["November 2026", "January 1660"]);
  const layout = () => document.querySelector("[data-layout]")?.getAttribute("data-layout");
  expect(layout()).toBe("comfortable");
  await page.click("Titles only");
  expect(layout()).toBe("titles");
  await page.navigate("/journals");
  await page.navigate("/journals/1/entries");
  await page.waitUntil(() => expect(layout()).toBe("titles"));
  expect(page.button("Titles only").getAttribute("aria-pressed")).toBe("true");
  expect(page.url()).toBe("/journals/1/entries");
  await page.click("Compact");
  expect(layout()).toBe("compact");
});

test("a list is filtered by the tag of a row", async () => {
  const navy = { id: 4, name: "Navy", total_entries: 1 };
  const page = await openList({ entries: sampleDays(3, (day) => (day === 1 ? { tags: [navy] } : {})) });
  page.state.tags.push(navy);
  await page.click("Entries tagged Navy");
  await page.waitUntil(() => expect(page.titles()).toEqual(["Day 1"]));
  expect(page.url()).toBe("/journals/1/entries?tag=4");
  await page.waitUntil(() =>
    expect(page.all("select").map((select) => (select as HTMLSelectElement).value)).toContain("4"),
  );
  await page.choose("Tag", "Any");
  await page.waitUntil(() => expect(page.titles()).toHaveLength(3));
  expect(page.url()).toBe("/journals/1/entries");
});

test("each page has a URL, a page past the end links to the last one, and a locked entry shows no text", async () => {
  const page = await openList({
    url: "/journals/1/entries?page=99",
    // The sample has an excerpt also for the locked entry, unlike a reply of the real server.
    entries: sampleDays(31, (day) => (day === 1 ? { locked: true, is_unlocked: false } : {})),
  });
  await page.expectText("No entries on this page");
  expect(page.all("li h3")).toEqual([]);
  expect(page.texts("header a")).toContain("New entry");
  await page.click("Go to the last page");
  await page.waitUntil(() => expect(page.url()).toBe("/journals/1/entries?page=4"));
  await page.waitUntil(() => expect(page.titles()).toEqual([expect.stringMatching(/^Day 1\s*Locked$/)]));
  const row = page.all("h3")[0]?.closest("li")?.textContent;
  expect(row).toContain("Unlock it to see its text.");
  expect(row).not.toContain("words");
  expect(row).not.toContain("About Day 1.");
  await page.click("Page 2");
  await page.waitUntil(() => expect(page.titles()[0]).toBe("Day 21"));
  expect(page.url()).toBe("/journals/1/entries?page=2");
  await page.expectText("About Day 21.");
  expect(document.body.textContent).not.toContain("Unlock it to see its text.");
  await page.click("Older");
  await page.waitUntil(() => expect(page.titles()[0]).toBe("Day 11"));
  expect(page.url()).toBe("/journals/1/entries?page=3");
  await page.navigate(-1);
  await page.waitUntil(() => expect(page.titles()[0]).toBe("Day 21"));
  expect(page.titles()).toHaveLength(10);
  await page.click("Newer");
  await page.waitUntil(() => expect(page.titles()[0]).toBe("Day 31"));
  expect(page.url()).toBe("/journals/1/entries");
  await page.expectText("31 entries");
});

test("a filtered trash says how many of its entries the filter has found", async () => {
  const navy = { id: 4, name: "Navy", total_entries: 1 };
  const page = await openList({
    url: "/journals/1/entries?view=trashed",
    entries: sampleDays(3, (day) => ({ ...trashedFields, tags: day === 1 ? [navy] : [] })),
  });
  await page.expectText("3 entries in the trash");
  await page.navigate("/journals/1/entries?view=trashed&tag=4");
  await page.expectText("1 of 3 entries in the trash");
});
