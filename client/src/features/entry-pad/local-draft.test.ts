import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, describe, expect, test } from "vitest";
import type { Draft } from "./autosave.ts";
import { draftCipher } from "../../shared/draft-cipher.ts";
import { draftKeeper } from "./draft-keeper.ts";
import { localDrafts } from "./local-draft.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const key = btoa("0123456789abcdef0123456789abcdef");
const cipher = draftCipher(key, randomBytes);

const draft = (localId: string, changes: Partial<Draft> = {}): Draft => ({
  localId,
  journalId: 3,
  entryId: 7,
  baseRevision: 1,
  writing: {
    title: "Secret title",
    body: "<p>my own words 🖋 \u0000</p>",
    localDate: "1660-01-01",
    timezone: "UTC",
    createdAt: "1660-01-01T08:00:00.000Z",
    starred: false,
  },
  act: null,
  changedAt: "2026-11-20T10:42:00.000Z",
  ...changes,
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe("drafts on the device", () => {
  test("outlive the page: another opening of the same account reads them, newest first", async () => {
    const older = draft("a", { changedAt: "2026-11-20T10:40:00.000Z" });
    await localDrafts(1, cipher).put(older);
    await localDrafts(1, cipher).put(draft("b"));
    expect(await localDrafts(1, draftCipher(key, randomBytes)).ofEntry(7)).toEqual([draft("b"), older]);
  });

  test("belong to one person, one entry or one journal's new entries", async () => {
    const drafts = localDrafts(1, cipher);
    await drafts.put(draft("a"));
    await drafts.put(draft("n", { entryId: null }));
    expect(await localDrafts(2, cipher).ofEntry(7)).toEqual([]);
    expect(await drafts.ofEntry(8)).toEqual([]);
    expect((await drafts.ofNewEntries(3)).map(({ localId }) => localId)).toEqual(["n"]);
    expect(await drafts.ofNewEntries(4)).toEqual([]);
    expect(await drafts.find("n")).toEqual(draft("n", { entryId: null }));
    expect(await drafts.find("unknown")).toBeNull();
  });

  test("of an encrypted journal open with its key alone, also those from before", async () => {
    const ofJournal = draftCipher(btoa("the key that its password gives"), randomBytes);
    const opened = () => new Map([[3, ofJournal]]);
    const before = draft("a");
    await localDrafts(1, cipher).put(before);
    const open = localDrafts(1, cipher, opened);
    expect(await open.ofEntry(7)).toEqual([before]);
    await open.put(draft("b"));
    expect(await localDrafts(1, cipher).ofEntry(7)).toEqual([]);
    expect(await localDrafts(1, cipher).find("b")).toBeNull();
    expect((await open.ofEntry(7)).map(({ localId }) => localId).sort()).toEqual(["a", "b"]);
  });

  test("take the place of the one they were made from in one step", async () => {
    const drafts = localDrafts(1, cipher);
    await drafts.put(draft("a"));
    await drafts.put(draft("b"), "a");
    expect((await drafts.ofEntry(7)).map(({ localId }) => localId)).toEqual(["b"]);
  });

  test("move from the journal to the entry once it is created", async () => {
    const drafts = localDrafts(1, cipher);
    await drafts.put(draft("a", { entryId: null }));
    await drafts.put(draft("a", { entryId: 9 }));
    expect(await drafts.ofNewEntries(3)).toEqual([]);
    expect(await drafts.ofEntry(9)).toHaveLength(1);
  });

  test("are sealed: no word lies in clear, another key opens nothing and destroys nothing", async () => {
    await localDrafts(1, cipher).put(draft("a"));
    const database = await openDB("daybook-drafts");
    const [row] = (await database.getAll("drafts")) as { sealed: Uint8Array }[];
    database.close();
    expect(Buffer.from(row!.sealed).toString("latin1")).not.toContain("words");
    expect(JSON.stringify({ ...row, sealed: "" })).not.toMatch(/Secret|words/);
    const stranger = localDrafts(1, draftCipher(btoa("another key"), randomBytes));
    expect(await stranger.ofEntry(7)).toEqual([]);
    expect(await localDrafts(1, cipher).ofEntry(7)).toHaveLength(1);
  });

  test("cannot be passed off as another person's or another entry's", () => {
    const sealed = cipher.seal("text", "1/a/entry:7");
    expect(cipher.open(sealed, "1/a/entry:7")).toBe("text");
    expect(cipher.open(sealed, "1/a/entry:8")).toBeNull();
    expect(cipher.open(new Uint8Array(3), "1/a/entry:7")).toBeNull();
  });
});

/** A store whose writes end when the test says so. */
function slowStore() {
  const done: ((failed?: boolean) => Promise<void>)[] = [];
  const log: string[] = [];
  const wait = (entry: string) =>
    new Promise<void>((resolve, reject) => {
      log.push(entry);
      done.push(async (failed = false) => {
        if (failed) reject(new Error("quota"));
        else resolve();
        await new Promise((next) => setImmediate(next));
      });
    });
  return {
    log,
    done,
    put: (kept: Draft, instead?: string) =>
      wait(`put ${kept.writing.body}${instead ? ` instead of ${instead}` : ""}`),
    remove: (localId: string) => wait(`remove ${localId}`),
  };
}

const saying = (body: string): Draft => draft("a", { writing: { ...draft("a").writing, body } });

describe("keeping a draft", () => {
  test("writes at once, and of what comes while writing only the newest", async () => {
    const store = slowStore();
    const keeper = draftKeeper(store, "a", undefined, () => {});
    for (const body of ["1", "2", "3"]) keeper.keep(saying(body));
    expect(store.log).toEqual(["put 1"]);
    await store.done[0]!();
    expect(store.log).toEqual(["put 1", "put 3"]);
    await store.done[1]!();
    await keeper.settled();
    expect(store.log).toHaveLength(2);
  });

  test("never removes after a newer text was wished for", async () => {
    const store = slowStore();
    const keeper = draftKeeper(store, "a", undefined, () => {});
    keeper.keep(saying("1"));
    keeper.keep(null);
    keeper.keep(saying("2"));
    await store.done[0]!();
    expect(store.log).toEqual(["put 1", "put 2"]);
  });

  test("settles only when the last wish is written", async () => {
    const store = slowStore();
    const keeper = draftKeeper(store, "a", undefined, () => {});
    keeper.keep(saying("1"));
    let settled = false;
    const waiting = keeper.settled().then(() => {
      settled = true;
    });
    keeper.keep(saying("2"));
    await store.done[0]!();
    expect(settled).toBe(false);
    await store.done[1]!();
    await waiting;
    expect(settled).toBe(true);
  });

  test("the first write takes the place of the draft it was made from", async () => {
    const store = slowStore();
    const keeper = draftKeeper(store, "b", "a", () => {});
    keeper.keep(saying("1"));
    await store.done[0]!();
    keeper.keep(saying("2"));
    expect(store.log).toEqual(["put 1 instead of a", "put 2"]);
  });

  test("reports when the device refuses, and when it keeps again", async () => {
    const store = slowStore();
    const reports: boolean[] = [];
    const keeper = draftKeeper(store, "a", undefined, (kept) => reports.push(kept));
    keeper.keep(saying("1"));
    await store.done[0]!(true);
    expect(reports).toEqual([false]);
    keeper.keep(saying("2"));
    await store.done[1]!();
    keeper.keep(saying("3"));
    await store.done[2]!();
    expect(reports).toEqual([false, true]);
  });
});
