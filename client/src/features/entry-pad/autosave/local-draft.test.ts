import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, describe, expect, test } from "vitest";
import type { Draft } from "./autosave-state.ts";
import { draftCipher } from "../../../shared/draft-cipher.ts";
import { draftWriter } from "./draft-writer.ts";
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
  attempt: null,
  changedAt: "2026-11-20T10:42:00.000Z",
  ...changes,
});

/** A local storage whose items are its own properties, as in a browser. */
function createStorage() {
  const storage = { getItem: (name: string) => storage[name] ?? null } as unknown as Storage &
    Record<string, string>;
  Object.defineProperties(storage, {
    getItem: { enumerable: false },
    setItem: { value: (name: string, text: string) => (storage[name] = text) },
    removeItem: { value: (name: string) => Reflect.deleteProperty(storage, name) },
  });
  return storage;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe("drafts on the device", () => {
  test("drafts outlive the page: the next page of the same account reads them, newest first", async () => {
    const olderDraft = draft("a", { changedAt: "2026-11-20T10:40:00.000Z" });
    await localDrafts(1, cipher).put(olderDraft);
    await localDrafts(1, cipher).put(draft("b"));
    expect(await localDrafts(1, draftCipher(key, randomBytes)).ofEntry(7)).toEqual([draft("b"), olderDraft]);
  });

  test("drafts that are not yet in the database when their page closes are moved there when the next page opens", async () => {
    const storage = createStorage();
    const openDrafts = () =>
      localDrafts(
        1,
        cipher,
        () => new Map(),
        () => storage,
      );
    await openDrafts().put(draft("older"));
    openDrafts().putNow(draft("a"), "older");
    expect(Object.keys(storage)).toHaveLength(1);
    expect(JSON.stringify(storage)).not.toContain("Secret");
    expect(
      await localDrafts(
        2,
        cipher,
        () => new Map(),
        () => storage,
      ).ofEntry(7),
    ).toEqual([]);
    expect(await openDrafts().ofEntry(7)).toEqual([draft("a")]);
    expect(Object.keys(storage)).toEqual([]);

    const lastDrafts = openDrafts();
    lastDrafts.putNow(draft("b"));
    await lastDrafts.remove("b");
    expect(await openDrafts().find("b")).toBeNull();
  });

  test.each(["no JSON", "{}"])(
    "a draft is moved into the database although another one is unreadable: %s",
    async (unreadable) => {
      const storage = createStorage();
      const openDrafts = () =>
        localDrafts(
          1,
          cipher,
          () => new Map(),
          () => storage,
        );
      storage["daybook-draft/1/0"] = unreadable;
      openDrafts().putNow(draft("a"));
      expect(await openDrafts().ofEntry(7)).toEqual([draft("a")]);
    },
  );

  test("a draft belongs to one user, and to one entry or the new entries of one journal", async () => {
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

  test("only the journal's key decrypts drafts of an encrypted journal; older drafts are re-encrypted when they are read", async () => {
    const journalCipher = draftCipher(btoa("the key that its password gives"), randomBytes);
    const unlockedCiphers = () => new Map([[3, journalCipher]]);
    const firstDraft = draft("a");
    await localDrafts(1, cipher).put(firstDraft);
    const unlockedDrafts = localDrafts(1, cipher, unlockedCiphers);
    expect(await unlockedDrafts.ofEntry(7)).toEqual([firstDraft]);
    await unlockedDrafts.put(draft("b"));
    expect(await localDrafts(1, cipher).ofEntry(7)).toEqual([]);
    expect(await localDrafts(1, cipher).find("b")).toBeNull();
    expect((await unlockedDrafts.ofEntry(7)).map(({ localId }) => localId).sort()).toEqual(["a", "b"]);
  });

  test("a draft replaces the draft that it continues", async () => {
    const drafts = localDrafts(1, cipher);
    await drafts.put(draft("a"));
    await drafts.put(draft("b"), "a");
    expect((await drafts.ofEntry(7)).map(({ localId }) => localId)).toEqual(["b"]);
  });

  test("a draft of a new entry becomes a draft of the entry once the entry is created", async () => {
    const drafts = localDrafts(1, cipher);
    await drafts.put(draft("a", { entryId: null }));
    await drafts.put(draft("a", { entryId: 9 }));
    expect(await drafts.ofNewEntries(3)).toEqual([]);
    expect(await drafts.ofEntry(9)).toHaveLength(1);
  });

  test("a draft of an older version, which has the attempt in the field `act`, is read", async () => {
    const attempt = { key: "key-1", writing: draft("a").writing };
    const { attempt: _, ...stored } = draft("a");
    const row = { userId: 1, localId: "a", place: "entry:7" };
    await localDrafts(1, cipher).put(draft("a"));
    const database = await openDB("daybook-drafts");
    const ciphertext = cipher.encrypt(JSON.stringify({ ...stored, act: attempt }), "1/a/entry:7");
    await database.put("drafts", { ...row, sealed: ciphertext });
    database.close();
    expect(await localDrafts(1, cipher).find("a")).toEqual({ ...stored, attempt });
  });

  test("drafts are encrypted: no text is readable, and another key neither decrypts nor deletes them", async () => {
    await localDrafts(1, cipher).put(draft("a"));
    const database = await openDB("daybook-drafts");
    const [row] = (await database.getAll("drafts")) as { sealed: Uint8Array }[];
    database.close();
    expect(Buffer.from(row!.sealed).toString("latin1")).not.toContain("words");
    expect(JSON.stringify({ ...row, sealed: "" })).not.toMatch(/Secret|words/);
    const draftsWithOtherKey = localDrafts(1, draftCipher(btoa("another key"), randomBytes));
    expect(await draftsWithOtherKey.ofEntry(7)).toEqual([]);
    expect(await localDrafts(1, cipher).ofEntry(7)).toHaveLength(1);
  });

  test("a draft cannot be decrypted as the draft of another entry or user, or with a damaged ciphertext", async () => {
    await localDrafts(1, cipher).put(draft("a"));
    const database = await openDB("daybook-drafts");
    const [row] = (await database.getAll("drafts")) as object[];
    await database.put("drafts", { ...row, place: "entry:8" });
    await database.put("drafts", { ...row, userId: 2 });
    await database.put("drafts", { ...row, localId: "b", sealed: new Uint8Array(3) });
    database.close();
    expect(await localDrafts(1, cipher).ofEntry(8)).toEqual([]);
    expect(await localDrafts(2, cipher).ofEntry(7)).toEqual([]);
    expect(await localDrafts(1, cipher).ofEntry(7)).toEqual([]);
  });
});

/** A store whose writes end when the test ends them. */
function slowStore() {
  const finishWrites: ((result?: "failed") => Promise<void>)[] = [];
  const log: string[] = [];
  const startWrite = (logLine: string) =>
    new Promise<void>((resolve, reject) => {
      log.push(logLine);
      finishWrites.push(async (result) => {
        if (result === "failed") reject(new Error("quota"));
        else resolve();
        await new Promise((next) => setImmediate(next));
      });
    });
  return {
    log,
    finishWrites,
    putNow: (draft: Draft) => void log.push(`now ${draft.writing.title}`),
    put: (draft: Draft, replacedId?: string) =>
      startWrite(`put ${draft.writing.body}${replacedId ? ` instead of ${replacedId}` : ""}`),
    remove: (localId: string) => startWrite(`remove ${localId}`),
  };
}

const draftWithBody = (body: string): Draft => draft("a", { writing: { ...draft("a").writing, body } });

describe("writing drafts", () => {
  test("the draft writer writes the first draft immediately, and only the latest of those that arrive meanwhile", async () => {
    const store = slowStore();
    const writer = draftWriter(store, "a", undefined, () => {});
    for (const body of ["1", "2", "3"]) writer.write(draftWithBody(body));
    expect(store.log).toEqual(["put 1"]);
    await store.finishWrites[0]!();
    expect(store.log).toEqual(["put 1", "put 3"]);
    await store.finishWrites[1]!();
    await writer.idle();
    expect(store.log).toHaveLength(2);
  });

  test("the draft writer writes a draft that arrives while an older one fails", async () => {
    const store = slowStore();
    const reports: boolean[] = [];
    const writer = draftWriter(store, "a", undefined, (isStored) => reports.push(isStored));
    writer.write(draftWithBody("1"));
    writer.write(draftWithBody("2"));
    await store.finishWrites[0]!("failed");
    expect(store.log).toEqual(["put 1", "put 2"]);
    await store.finishWrites[1]!("failed");
    await writer.idle();
    expect(store.log).toHaveLength(2);
    expect(reports).toEqual([false]);
  });

  test("the draft writer never removes a draft that is newer than the removal", async () => {
    const store = slowStore();
    const writer = draftWriter(store, "a", undefined, () => {});
    writer.write(draftWithBody("1"));
    writer.write(null);
    writer.write(draftWithBody("2"));
    await store.finishWrites[0]!();
    expect(store.log).toEqual(["put 1", "put 2"]);
  });

  test("the draft writer is idle only when the latest draft is written", async () => {
    const store = slowStore();
    const writer = draftWriter(store, "a", undefined, () => {});
    writer.write(draftWithBody("1"));
    let isIdle = false;
    const untilIdle = writer.idle().then(() => {
      isIdle = true;
    });
    writer.write(draftWithBody("2"));
    await store.finishWrites[0]!();
    expect(isIdle).toBe(false);
    await store.finishWrites[1]!();
    await untilIdle;
    expect(isIdle).toBe(true);
  });

  test("the draft writer replaces an older draft with its first write", async () => {
    const store = slowStore();
    const writer = draftWriter(store, "b", "a", () => {});
    writer.write(draftWithBody("1"));
    await store.finishWrites[0]!();
    writer.write(draftWithBody("2"));
    expect(store.log).toEqual(["put 1 instead of a", "put 2"]);
  });

  test("the draft writer stores a pending draft synchronously when the page may close", async () => {
    const store = slowStore();
    const writer = draftWriter(store, "a", undefined, () => {});
    writer.storeNow();
    writer.write(draft("a"));
    writer.storeNow();
    await store.finishWrites[0]!();
    await writer.idle();
    writer.storeNow();
    expect(store.log.filter((line) => line.startsWith("now"))).toEqual(["now Secret title"]);
  });

  test("the draft writer reports when the device stops and starts storing drafts", async () => {
    const store = slowStore();
    const reports: boolean[] = [];
    const writer = draftWriter(store, "a", undefined, (isStored) => reports.push(isStored));
    writer.write(draftWithBody("1"));
    await store.finishWrites[0]!("failed");
    expect(reports).toEqual([false]);
    writer.write(draftWithBody("2"));
    await store.finishWrites[1]!();
    writer.write(draftWithBody("3"));
    await store.finishWrites[2]!();
    expect(reports).toEqual([false, true]);
  });
});
