// @vitest-environment happy-dom
import { beforeAll, expect, test } from "vitest";
import { prefetchDialogs } from "../../../shared/ui/lazy-dialogs.tsx";
import { sampleDays } from "../testing/sample-list-server.ts";
import { useLists } from "../testing/use-lists.ts";

// Compiling the chunks takes a while on a busy machine.
beforeAll(prefetchDialogs, 180_000);

const openList = useLists();

test("without a second journal, a move creates one", async () => {
  const page = await openList({ entries: sampleDays(2), isPro: true });
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("You have no other journal yet.");
  await page.submit("Travels", "[role=dialog] input");
  await page.expectText("1 entry moved to “Travels”.");
  expect(page.state.entries.map(({ title, journal }) => [title, journal.id])).toEqual([
    ["Day 2", 1],
    ["Day 1", 9],
  ]);
});

test("when the journals cannot be loaded, a move says so, and does not say that there is no other journal", async () => {
  const page = await openList({ entries: sampleDays(1), isPro: true });
  page.state.canListJournals = false;
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("The journals cannot be loaded.");
  expect(document.body.textContent).not.toContain("You have no other journal yet.");
});

test("a move to a new journal that is cancelled while the journal is being created moves no entry", async () => {
  const page = await openList({ entries: sampleDays(2), isPro: true });
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("You have no other journal yet.");
  const createJournal = page.hold("createJournal");
  await page.submit("Travels", "[role=dialog] input");
  await page.click("Cancel", "[role=dialog]");
  await createJournal();
  expect(page.calls.map(([name]) => name)).toEqual(["createJournal"]);
});

test.each([
  ["the open dialog", "[role=dialog] [role=alert]", false],
  ["a toast, after the dialog was closed", "[aria-live=polite] li", true],
])("a failed creation of a journal is shown in %s", async (_, selector, isCancelled) => {
  const page = await openList({ entries: sampleDays(1), isPro: true });
  page.state.canCreateJournals = false;
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("You have no other journal yet.");
  const createJournal = page.hold("createJournal");
  await page.submit("Travels", "[role=dialog] input");
  if (isCancelled) await page.click("Cancel", "[role=dialog]");
  await createJournal();
  expect(page.texts(selector)).toEqual(["The journal cannot be created."]);
});

test("the form for a new journal stays until all journals are loaded again", async () => {
  const page = await openList({ entries: sampleDays(2), isPro: true });
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("You have no other journal yet.");
  const loadJournals = page.hold("listJournals");
  await page.submit("Travels", "[role=dialog] input");
  expect(page.all("[role=dialog] [type=radio]")).toEqual([]);
  await loadJournals();
  await page.expectText("1 entry moved to “Travels”.");
});

test("a move to a new journal needs PRO", async () => {
  const page = await openList({ entries: sampleDays(1) });
  await page.check("Select Day 1");
  await page.click("Move");
  await page.expectText("With PRO, you can move entries between journals.");
  expect(page.all("[role=dialog] input")).toEqual([]);
  expect(page.calls).toEqual([]);
});
