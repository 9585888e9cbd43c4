// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { bounds } from "@daybook/domain/contract/bounds";
import { prefetchDialogs } from "../../../shared/ui/lazy-dialogs.tsx";
import { EntriesStore } from "../../../stores/entries.store.ts";
import type { showList } from "../testing/sample-list.tsx";
import { sampleDays, sampleLastUpdate, trashedFields } from "../testing/sample-list-server.ts";
import { useLists } from "../testing/use-lists.ts";
import { bulkText } from "./bulk-text.ts";

// Compiling the chunks takes a while on a busy machine.
beforeAll(prefetchDialogs, 180_000);

const openList = useLists();
afterEach(() => void vi.restoreAllMocks());

const titlesWithJournal = (page: Awaited<ReturnType<typeof showList>>) =>
  page.state.entries.map(({ title, journal }) => `${title} in ${journal.id}`);

test("selected entries move, and Undo moves them back", async () => {
  const page = await openList({
    entries: sampleDays(3),
    isPro: true,
    journalNames: ["Samuel’s Journal", "Letters"],
  });
  await page.check("Select Day 1");
  await page.check("Select Day 2");
  await page.click("Move");
  await page.expectText("Move 2 entries");
  await page.check("Letters");
  await page.click("Move", "[role=dialog]");
  await page.expectText("2 entries moved to “Letters”.");
  await page.waitUntil(() => expect(page.titles()).toEqual(["Day 3"]));
  expect(titlesWithJournal(page)).toEqual(["Day 3 in 1", "Day 2 in 2", "Day 1 in 2"]);
  await page.click("Undo");
  await page.expectText("Moved back.");
  await page.waitUntil(() => expect(page.titles()).toHaveLength(3));
  expect(titlesWithJournal(page)).toEqual(["Day 3 in 1", "Day 2 in 1", "Day 1 in 1"]);
});

test("a locked entry in the selection is not starred or tagged, and a message says so", async () => {
  const page = await openList({
    entries: sampleDays(3, (day) => (day === 1 ? { locked: true, is_unlocked: false } : {})),
  });
  await page.check("Select this page");
  await page.click("Star");
  await page.expectText("2 entries starred. 1 entry was skipped");
  expect(page.state.entries.map(({ starred }) => starred)).toEqual([true, true, false]);
  await page.click("Undo");
  await page.expectText("Stars restored.");
  expect(page.state.entries.map(({ starred }) => starred)).toEqual([false, false, false]);

  await page.check("Select this page");
  await page.click("Tag");
  await page.expectText("Tag 3 entries");
  await page.submit("Navy", "[role=dialog] input");
  await page.expectText("2 entries tagged “Navy”. 1 entry was skipped");
  const chips = () => page.all("[aria-label='Entries tagged Navy']");
  await page.waitUntil(() => expect(chips()).toHaveLength(2));
  await page.click("Undo");
  await page.expectText("Tag removed.");
  await page.waitUntil(() => expect(chips()).toEqual([]));
});

test("selected entries are tagged, starred and trashed, each with Undo", async () => {
  const navy = { id: 1, name: "Navy", total_entries: 1 };
  const page = await openList({ entries: sampleDays(3, (day) => (day === 1 ? { tags: [navy] } : {})) });
  page.state.tags.push(navy);
  const chips = () => page.all("[aria-label='Entries tagged Navy']");
  expect(chips()).toHaveLength(1);

  await page.check("Select this page");
  await page.click("Tag");
  await page.expectText("Tag 3 entries");
  await page.submit("", "[role=dialog] input");
  await page.waitUntil(() =>
    expect(page.all("[role=dialog] input")[0]?.getAttribute("aria-invalid")).toBe("true"),
  );
  await page.submit("ｎａｖｙ", "[role=dialog] input");
  await page.expectText("2 entries tagged “Navy”.");
  await page.waitUntil(() => expect(chips()).toHaveLength(3));
  await page.click("Undo");
  await page.waitUntil(() => expect(chips()).toHaveLength(1));

  await page.check("Select this page");
  await page.click("Star");
  await page.expectText("3 entries starred.");
  await page.check("Select this page");
  await page.click("Remove star");
  await page.expectText("Star removed from 3 entries.");
  expect(page.state.entries.map(({ starred }) => starred)).toEqual([false, false, false]);
  await page.click("Undo");
  await page.expectText("Stars restored.");
  expect(page.state.entries.map(({ starred }) => starred)).toEqual([true, true, true]);

  await page.check("Select this page");
  await page.click("Move to trash");
  await page.expectText("3 entries moved to the trash.");
  await page.expectText("No entries yet");
  await page.click("Undo");
  await page.waitUntil(() => expect(page.titles()).toEqual(["Day 3", "Day 2", "Day 1"]));
});

test("the tag filter lists a tag that was just added", async () => {
  const page = await openList({ entries: sampleDays(1) });
  await page.check("Select Day 1");
  await page.click("Tag");
  await page.expectText("Tag 1 entry");
  await page.submit("Navy", "[role=dialog] input");
  await page.waitUntil(() => expect(page.texts("option")).toContain("Navy (1)"));
});

test("the progress of tagging counts the entries of every call", async () => {
  const progress = vi.spyOn(bulkText, "progress");
  const page = await openList({ entries: sampleDays(250) });
  await page.check("Select this page");
  await page.click("Select all 250");
  await page.click("Tag");
  await page.expectText("Tag 250 entries");
  await page.submit("Navy", "[role=dialog] input");
  await page.expectText("250 entries tagged “Navy”.");
  expect(progress.mock.calls).toEqual([
    [200, 250],
    [250, 250],
  ]);
  progress.mockClear();
  await page.click("Undo");
  await page.expectText("Tag removed.");
  expect(progress.mock.calls).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
});

test("selecting all selects only the entries that match the filter", async () => {
  const page = await openList({
    url: "/journals/1/entries?time=custom&timeStart=1660-01-01&timeEnd=1660-01-12",
    entries: sampleDays(33),
  });
  await page.check("Select this page");
  await page.expectText("10 selected");
  await page.click("Select all that match");
  await page.expectText("12 selected");
  await page.click("Move to trash");
  await page.expectText("12 entries moved to the trash.");
  const trashed = page.state.entries.filter(({ trashed_at }) => trashed_at !== null);
  expect(trashed.map(({ title }) => title)).toEqual(sampleDays(12).map(({ title }) => title));
});

/** Presses "Select all that match" in a filtered list. The entries arrive when `loadEntries` is called. */
async function selectAllSlowly() {
  const page = await openList({
    url: "/journals/1/entries?time=custom&timeStart=1660-01-01&timeEnd=1660-01-12",
    entries: sampleDays(33),
  });
  await page.check("Select this page");
  const loadEntries = page.hold("listEntries");
  await page.click("Select all that match");
  return { page, loadEntries };
}

test("a selection that is cleared while the matching entries are loaded stays empty", async () => {
  const { page, loadEntries } = await selectAllSlowly();
  await page.click("Clear the selection");
  await loadEntries();
  expect(document.body.textContent).not.toContain("12 selected");
});

test("matching entries that arrive after the list was left are not stored", async () => {
  // Stores bind their methods when they are created.
  const put = vi.spyOn(EntriesStore.prototype, "put");
  const { page, loadEntries } = await selectAllSlowly();
  await page.navigate("/journals");
  put.mockClear();
  await loadEntries();
  expect(put).not.toHaveBeenCalled();
});

test("a change of all entries sends the time up to which the list contains all changes", async () => {
  const page = await openList({ entries: sampleDays(21) });
  await page.check("Select this page");
  await page.click("Select all 21");
  await page.expectText("21 selected");
  await page.click("Move to trash");
  await page.waitUntil(() =>
    expect(page.calls).toEqual([
      ["deleteEntries", { body: { all_entries: true, view: "active", since: sampleLastUpdate } }],
    ]),
  );
});

test("selecting and deleting all of a trash with two pages leaves the other entries", async () => {
  const page = await openList({
    url: "/journals/1/entries?view=trashed",
    entries: sampleDays(14, (day) => (day <= 12 ? trashedFields : {})),
  });
  await page.check("Select this page");
  await page.click("Select all 12");
  await page.click("Delete forever", "section");
  await page.expectText("Delete 12 entries forever?");
  await page.click("Delete forever", "[role=alertdialog]");
  await page.expectText("12 entries deleted forever.");
  expect(page.calls).toEqual([
    [
      "deleteEntries",
      {
        query: { permanent: "true" },
        body: { all_entries: true, view: "trashed", since: sampleLastUpdate, permanent: true },
      },
    ],
  ]);
  expect(page.state.entries.map(({ title }) => title)).toEqual(["Day 14", "Day 13"]);
});

test("emptying the trash says that a locked entry was skipped", async () => {
  const page = await openList({
    url: "/journals/1/entries?view=trashed",
    entries: sampleDays(3, (day) => ({
      ...trashedFields,
      ...(day === 2 && { locked: true, is_unlocked: false }),
    })),
  });
  await page.click("Empty the trash");
  await page.click("Delete forever", "[role=alertdialog]");
  await page.expectText("2 entries deleted forever. 1 entry was skipped: it is locked or deleted.");
  expect(page.state.entries.map(({ title }) => title)).toEqual(["Day 2"]);
});

test("restoring an entry of a deleted journal asks for another journal", async () => {
  const page = await openList({
    url: "/journals/1/entries?view=trashed",
    entries: sampleDays(1, () => trashedFields),
    isPro: true,
    journalNames: ["Samuel’s Journal", "Letters"],
  });
  page.state.isJournalDeleted = true;
  await page.click("Restore Day 1");
  await page.expectText("Restore to which journal?");
  await page.expectText("The journal of these entries was deleted.");
  await page.check("Letters");
  await page.click("Restore", "[role=dialog]");
  await page.expectText("Restored.");
  expect(titlesWithJournal(page)).toEqual(["Day 1 in 2"]);
});

test("a question about entries of one journal is not shown in the list of another one", async () => {
  const url = (journalId: number) => `/journals/${journalId}/entries?view=trashed`;
  const page = await openList({
    url: url(2),
    entries: sampleDays(2, (day) => ({ ...trashedFields, journal: { id: day, name: "" } })),
    isPro: true,
    journalNames: ["Samuel’s Journal", "Letters"],
  });
  await page.navigate(url(1));
  page.state.isJournalDeleted = true;
  await page.click("Restore Day 1");
  await page.expectText("Restore to which journal?");
  await page.navigate(url(2));
  await page.waitUntil(() => expect(page.titles()).toEqual(["Day 2"]));
  expect(document.body.textContent).not.toContain("Restore to which journal?");
});

test.each([
  ["offers", 150],
  ["does not offer", bounds.bulkIds + 1],
])("a background move %s Undo for %i entries", async (_, count) => {
  const page = await openList({
    entries: sampleDays(count),
    isPro: true,
    journalNames: ["Samuel’s Journal", "Letters"],
  });
  await page.check("Select this page");
  await page.click(bulkText.selectAll(count));
  await page.click("Move");
  await page.check("Letters");
  await page.click("Move", "[role=dialog]");
  await page.expectText(bulkText.moved(count, "Letters"));
  expect(page.button("Undo") !== undefined).toBe(count <= bounds.bulkIds);
});
