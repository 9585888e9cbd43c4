import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { describe, expect, test, vi } from "vitest";
import type { Api } from "../shared/api-client.ts";
import { sampleFailure } from "../shared/testing/sample-failure.ts";
import { sampleEntry, sampleJournal } from "../shared/testing/sample-journal.ts";
import { testServer } from "../shared/testing/test-server.ts";
import { EntriesStore } from "./entries.store.ts";
import { JournalsStore } from "./journals.store.ts";

function openStores(journals: Journal[] = [], entries: ListedEntry[] = []) {
  const server = testServer({ journals, entries });
  const store = new JournalsStore(server.api);
  return { server, journals: store, entries: new EntriesStore(server.api, store) };
}

const names = (journals: JournalsStore) => journals.all?.map(({ name }) => name);

describe("the store of journals", () => {
  const twoJournals = [sampleJournal(1, { name: "First" }), sampleJournal(2, { name: "Second" })];

  test("journals keep their order after a rename", async () => {
    const { journals } = openStores(twoJournals);
    expect(journals.all).toBeNull();
    await journals.load();
    await journals.rename(1, "Renamed");
    expect(names(journals)).toEqual(["Renamed", "Second"]);
  });

  test("journals have the order of the server, even if they were created in another order", async () => {
    const { journals } = openStores(
      twoJournals.toReversed().map((journal) => ({ ...journal, position: journal.id })),
    );
    await journals.load();
    const [firstJournal] = journals.all ?? [];
    if (!firstJournal) throw new Error("no journal");
    journals.put({ ...firstJournal, name: "Opened" });
    expect(names(journals)).toEqual(["Opened", "First"]);
    await journals.rename(1, "Renamed");
    expect(names(journals)).toEqual(["Second", "Renamed"]);
  });

  test("journals stay when the server cannot be reached", async () => {
    const { journals, server } = openStores(twoJournals);
    await journals.load();
    server.serverState.isDown = true;
    expect((await journals.load()).ok).toBe(false);
    expect(names(journals)).toEqual(["First", "Second"]);
  });

  test("journals disappear when they are deleted, and come back when they are restored", async () => {
    const { journals } = openStores(twoJournals);
    await journals.load();
    await journals.loadTrashed();
    await journals.remove(1);
    expect(names(journals)).toEqual(["Second"]);
    expect(journals.trashed?.map(({ id }) => id)).toEqual([1]);
    await journals.restore(1);
    expect(names(journals)).toEqual(["First", "Second"]);
    expect(journals.trashed).toEqual([]);
  });

  test("a journal shows a new look immediately, and the previous look again when the call fails", async () => {
    const { journals, server } = openStores(twoJournals);
    await journals.load();
    const currentLook = () => [journals.find(1)?.cover.name, journals.find(1)?.compose_setting.font_size];
    const journal = journals.find(1);
    if (!journal) throw new Error("no journal");
    const choice = journals.chooseCover(journal, { name: "green" });
    expect(currentLook()).toEqual(["green", 16]);
    expect(await choice).toEqual({ ok: true });
    const change = journals.changeComposeSetting(journal, { font_size: 18 });
    expect(currentLook()).toEqual(["green", 18]);
    await change;
    expect(currentLook()).toEqual(["green", 18]);

    server.serverState.refusal = "That comes with PRO.";
    const currentJournal = journals.find(1) ?? journal;
    const refusal = await journals.chooseCover(currentJournal, { name: "leather" });
    expect(refusal).toMatchObject({ ok: false, message: "That comes with PRO." });
    expect((await journals.changeComposeSetting(currentJournal, { font_size: 14 })).ok).toBe(false);
    expect(currentLook()).toEqual(["green", 18]);
    expect(names(journals)).toEqual(["First", "Second"]);
  });

  /** A store whose calls wait for the test to answer them. `choose` and `setFont` change journal 1. */
  function withOpenCalls() {
    const replies: ((reply: unknown) => void)[] = [];
    const call = () => new Promise((resolve) => replies.push(resolve));
    const journals = new JournalsStore({ call } as unknown as Api);
    journals.all = twoJournals;
    const journal = () => journals.find(1)!;
    let answered = 0;
    return {
      journals,
      replies,
      /** answers the next calls in order, each when it was sent */
      answer: async (changes: readonly Promise<unknown>[], results: readonly unknown[]) => {
        for (const result of results) {
          const call = answered++;
          await vi.waitFor(() => expect(replies.length).toBeGreaterThan(call));
          replies[call]!(result);
          await changes[call];
        }
      },
      choose: (name: "green" | "red") => journals.chooseCover(journal(), { name }),
      setFont: (font: "Georgia" | "Optima") => journals.changeComposeSetting(journal(), { font }),
      look: () => [journal().cover.name, journal().compose_setting.font],
    };
  }
  const [{ cover: originalCover, compose_setting: originalSetting }] = twoJournals as [Journal, Journal];
  const originalLook = [originalCover.name, originalSetting.font];
  const refused = sampleFailure(503, "unavailable");
  const stored = (cover: string, font: string) => ({
    ok: true,
    data: {
      journal_cover: { ...originalCover, name: cover },
      compose_setting: { ...originalSetting, font },
    },
  });

  test("a journal shows a stored look also when an older list came before the reply", async () => {
    const { journals, replies, choose, look } = withOpenCalls();
    const load = journals.load();
    const change = choose("green");
    await vi.waitFor(() => expect(replies).toHaveLength(2));
    replies[0]!({ ok: true, data: { journals: twoJournals.map((journal) => ({ journal })) } });
    await load;
    expect(look()).toEqual(originalLook);
    replies[1]!(stored("green", "Georgia"));
    await change;
    expect(look()).toEqual(["green", originalSetting.font]);
  });

  test("the changes of a journal's look are sent one after the other, so that the last choice is stored last", async () => {
    const { replies, choose, setFont, look } = withOpenCalls();
    const changes = [choose("green"), setFont("Georgia"), choose("red")];
    expect(look()).toEqual(["red", "Georgia"]);
    for (const [index, change] of changes.entries()) {
      // All promise callbacks run before the next task, so a second call would have been sent.
      await new Promise((resolve) => setImmediate(resolve));
      expect(replies).toHaveLength(index + 1);
      replies[index]!(stored(index === 0 ? "green" : "red", "Georgia"));
      await change;
      expect(look()).toEqual(["red", "Georgia"]);
    }
  });

  test("a change of a journal's look that was waiting when the session ended is not sent", async () => {
    const { journals, replies, choose, look } = withOpenCalls();
    const changes = [choose("green"), choose("red")];
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    journals.clear();
    journals.all = twoJournals;
    replies[0]!(stored("green", originalSetting.font));
    expect(await Promise.all(changes)).toEqual([{ ok: true }, expect.objectContaining({ ok: false })]);
    expect(replies).toHaveLength(1);
    expect(look()).toEqual(originalLook);
  });

  test("a journal shows the stored look again after several changes that all fail", async () => {
    const { choose, setFont, look, answer } = withOpenCalls();
    const changes = [choose("green"), setFont("Georgia"), choose("red"), setFont("Optima")];
    await answer(changes, [refused, refused, refused, refused]);
    expect(look()).toEqual(originalLook);
  });

  test("a journal keeps showing the last chosen look when an earlier call with the same choice fails", async () => {
    const { choose, setFont, look, answer } = withOpenCalls();
    const changes = [choose("green"), setFont("Georgia"), choose("red"), setFont("Optima")];
    changes.push(choose("green"), setFont("Georgia"));
    await answer(changes, [refused, refused]);
    expect(look()).toEqual(["green", "Georgia"]);
    await answer(changes, [stored("red", "Optima"), stored("red", "Optima")]);
    expect(look()).toEqual(["green", "Georgia"]);
    await answer(changes, [refused, refused]);
    expect(look()).toEqual(["red", "Optima"]);
  });

  test("a journal that was put into the store after a list was requested is not replaced by that list", async () => {
    const { journals, server } = openStores(twoJournals);
    await journals.load();
    const load = journals.load();
    journals.put({ ...sampleJournal(1, { name: "First" }), lock_type_id: 2, is_unlocked: false });
    await load;
    expect(journals.find(1)?.is_unlocked).toBe(false);
    server.serverState.journals = twoJournals;
    await journals.load();
    expect(journals.find(1)?.is_unlocked).toBe(true);
  });

  test("`latest` is the journal with the newest update; for a journal without entries, its creation counts", async () => {
    const olderJournal = sampleJournal(1, { last_update: "2026-11-19T10:00:00.000Z" });
    const newerJournal = sampleJournal(2, { last_update: "2026-11-20T10:00:00.000Z" });
    const emptyJournal = sampleJournal(3, { created_at: "2026-11-19T12:00:00.000Z" });
    const { journals } = openStores([newerJournal, olderJournal, emptyJournal]);
    expect(journals.latest).toBeUndefined();
    await journals.load();
    expect(journals.latest?.id).toBe(2);
    journals.put(sampleJournal(4, { created_at: "2026-11-20T12:00:00.000Z" }));
    expect(journals.latest?.id).toBe(4);
  });

  test("the list of journals is not loaded after a single journal was put into the store", async () => {
    const { journals } = openStores(twoJournals);
    journals.put(sampleJournal(2, { name: "Put" }));
    expect([journals.all, journals.find(2)?.name]).toEqual([null, "Put"]);
    await journals.load();
    expect(names(journals)).toEqual(["First", "Second"]);
  });

  test("the journals of an earlier request do not replace those of a later one, and do not come back after `clear`", async () => {
    const { journals, server } = openStores(twoJournals);
    const earlierReply = await server.api.call("listJournals");
    let receiveReply = () => {};
    const delayedReply = new Promise<typeof earlierReply>((resolve) => {
      receiveReply = () => resolve(earlierReply);
    });
    const storedReplies = [journals.storeReply(delayedReply)];
    await journals.load();
    await journals.rename(1, "Renamed");
    const clearedStore = new JournalsStore(server.api);
    storedReplies.push(clearedStore.storeReply(delayedReply));
    const trashedLoad = clearedStore.loadTrashed();
    clearedStore.clear();
    receiveReply();
    await Promise.all([...storedReplies, trashedLoad]);
    expect(names(journals)).toEqual(["Renamed", "Second"]);
    expect([clearedStore.all, clearedStore.trashed]).toEqual([null, null]);
  });

  test("`clear` removes all journals, also those in the trash", async () => {
    const { journals } = openStores(twoJournals);
    await journals.load();
    await journals.loadTrashed();
    journals.clear();
    expect([journals.all, journals.trashed]).toEqual([null, null]);
  });
});

describe("the store of entries", () => {
  const twelveEntries = Array.from({ length: 12 }, (_, index) =>
    sampleEntry(100 + index, { starred: index === 3 }),
  );
  const firstPage = { journalId: 1, view: "active", page: 1 } as const;

  test("entries come in pages of ten, with their journal", async () => {
    const { entries, journals } = openStores([sampleJournal(1)], twelveEntries);
    await entries.load(firstPage);
    await entries.load({ ...firstPage, page: 2 });
    expect(entries.page(firstPage)?.entryIds.length).toBe(10);
    expect(entries.page(firstPage)?.hasNext).toBe(true);
    expect(entries.page({ ...firstPage, page: 2 })?.entryIds).toEqual([110, 111]);
    expect(entries.page({ ...firstPage, page: 2 })?.hasNext).toBe(false);
    expect(journals.find(1)?.entries.total_entries).toBe(12);
  });

  test("a page of entries is stored separately for each filter", async () => {
    const { entries } = openStores([sampleJournal(1)], twelveEntries);
    await entries.load({ ...firstPage, time: "week" });
    expect(entries.page(firstPage)).toBeUndefined();
    expect(entries.page({ ...firstPage, time: "week" })?.entryIds.length).toBe(10);
  });

  test("entries that arrive after `clear` are not stored; after `forget`, only those of other journals are stored", async () => {
    const { entries, journals } = openStores([sampleJournal(1), sampleJournal(2)], twelveEntries);
    let load = entries.load(firstPage);
    entries.clear();
    await load;
    expect([entries.page(firstPage), entries.find(100), journals.find(1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    load = entries.load(firstPage);
    const otherPage = { ...firstPage, journalId: 2 };
    const otherLoad = entries.load(otherPage);
    entries.forget(1);
    await Promise.all([load, otherLoad]);
    expect(entries.page(firstPage)).toBeUndefined();
    expect(entries.page(otherPage)?.entryIds.length).toBe(10);
  });

  test("loading the entries of a deleted journal does not add that journal to the journals", async () => {
    const { entries, journals } = openStores(
      [sampleJournal(1, { trashed_at: "2026-11-20T10:00:00.000Z" })],
      twelveEntries,
    );
    await entries.load({ ...firstPage, view: "trashed" });
    expect(journals.find(1)).toBeUndefined();
  });
});
