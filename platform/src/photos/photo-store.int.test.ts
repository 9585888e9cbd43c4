import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntryEvent } from "@daybook/domain/entry/events";
import { entrySamples } from "@daybook/domain/entry/samples";
import { streamOf } from "@daybook/domain/kernel/ids";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Blobs } from "../blobs/blobs.ts";
import { createFolderBlobs } from "../blobs/folder.ts";
import { type CommandHandler, createCommandHandler } from "../commands/handle-command.ts";
import { createInMemoryEventStore } from "../event-store/in-memory.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { PreparedImage, Rendering } from "../images/images.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createKeyVault, type DataKey, type KeyVault } from "../vault/key-vault.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testEvent } from "../testing/test-events.ts";
import { photoMigrations } from "./migrations.ts";
import { createPhotoStore, type PhotoRef, type PhotoStore } from "./photo-store.ts";
import { sweepPhotos } from "./sweep-photos.ts";

const { accountId, journalId, entryId } = entrySamples.EntryCreated.data;
const twoDays = 2 * 24 * 3_600_000;

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let blobs: Blobs;
let photos: PhotoStore;
let store: EventStore;
let vault: KeyVault;
let key: DataKey;
let now: number;
let photoId = 1_000;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, [...vaultMigrations, ...photoMigrations]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query("TRUNCATE vault.keys, vault.erasures, blobs.photos CASCADE");
  folder = await mkdtemp(join(tmpdir(), "daybook-photos-"));
  blobs = createFolderBlobs(folder);
  // Files in the folder have the machine's time.
  now = Date.now();
  photos = createPhotoStore({ pool, blobs, clock: { now: () => now } });
  store = createInMemoryEventStore();
  vault = createKeyVault({ pool, masterKey: randomBytes(32) });
  await vault.create(streamOf.account(accountId), null);
  await vault.create(streamOf.journal(journalId), streamOf.account(accountId));
  key = await vault.create(streamOf.entry(entryId), streamOf.journal(journalId));
  return () => rm(folder, { recursive: true, force: true });
});

const rendering = (text: string): Rendering => ({
  bytes: Buffer.from(text),
  contentType: "image/jpeg",
  width: 1,
  height: 1,
});
const image: PreparedImage = { original: rendering("Gossamerkite"), thumbnail: rendering("small") };
const newRef = (): PhotoRef => ({ photoId: ++photoId, entryId });
const claim = (ref: PhotoRef, bytes = 100, quota = 1_000, userId = accountId, sourceTag = "tag") =>
  photos.claim({ ...ref, userId, bytes, sourceTag, quota });

/** Appends events of the entry. */
async function appendEvents(...events: readonly EntryEvent[]): Promise<void> {
  const eventsToStore = events.map(({ type, data }) => ({ ...testEvent(data), type }));
  await store.append(streamOf.entry(entryId), "none", eventsToStore);
}
const photoAdded = ({ photoId: id }: PhotoRef): EntryEvent => ({
  type: "PhotoAdded",
  data: { ...entrySamples.PhotoAdded.data, photoId: id, size: 100 },
});

const sweepAt = (time: number) =>
  sweepPhotos({ pool, blobs, photos, commands: createCommandHandler({ store }), now: time });
const sweepTwoDaysLater = () => sweepAt(now + twoDays);
const listFiles = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
const readRows = async (): Promise<unknown[]> =>
  (await pool.query("SELECT id, settled FROM blobs.photos ORDER BY id")).rows;

describe("photos", () => {
  test("a photo is stored sealed, is read as it was written, and cannot be read after its removal", async () => {
    const ref = newRef();
    expect(await claim(ref)).toBe("claimed");
    await photos.write(key, ref, image);
    expect((await photos.read(key, ref, "original"))?.toString()).toBe("Gossamerkite");
    expect((await photos.read(key, ref, "thumbnail"))?.toString()).toBe("small");
    const raw = await blobs.get(`${ref.entryId}-${ref.photoId}.original`);
    expect(raw?.includes("Gossamerkite")).toBe(false);
    await photos.remove(ref);
    expect(await photos.read(key, ref, "original")).toBeNull();
    expect([await listFiles(), await readRows()]).toEqual([[], []]);
  });

  test("a photo's id is claimed again by a repeat, and never by another photo, entry or person", async () => {
    const ref = newRef();
    expect(await claim(ref)).toBe("claimed");
    expect(await claim(ref)).toBe("claimed");
    expect(await claim({ ...ref, entryId: entryId + 1 })).toBe("taken");
    expect(await claim(ref, 100, 1_000, accountId + 1)).toBe("taken");
    expect(await claim(ref, 100, 1_000, accountId, "another photo")).toBe("taken");
  });

  test("a released photo frees its space, and the sweep deletes its files; a confirmed photo stays", async () => {
    const [refusedPhoto, addedPhoto] = [newRef(), newRef()];
    for (const ref of [refusedPhoto, addedPhoto]) {
      await claim(ref, 500);
      await photos.write(key, ref, image);
    }
    await appendEvents(entrySamples.EntryCreated, photoAdded(addedPhoto));
    await photos.confirm([addedPhoto.photoId]);
    await photos.release([refusedPhoto.photoId, addedPhoto.photoId]);
    expect(await readRows()).toEqual([{ id: addedPhoto.photoId, settled: true }]);
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 0, removed: 2 });
    expect(await listFiles()).toHaveLength(2);
  });

  test("a photo over its account's quota is refused, also when many are claimed concurrently", async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(newRef())));
    expect(claims.filter((claimResult) => claimResult === "claimed")).toHaveLength(10);
    expect(claims.filter((claimResult) => claimResult === "full")).toHaveLength(10);
    expect(await claim(newRef(), 100, 1_000, accountId + 1)).toBe("claimed");
    await photos.removeOfAccount(accountId);
    expect(await claim(newRef())).toBe("claimed");
  });
});

describe("sweeping", () => {
  test("the sweep confirms added photos, removes abandoned ones, and leaves new ones alone", async () => {
    const [addedPhoto, abandonedPhoto] = [newRef(), newRef()];
    for (const ref of [addedPhoto, abandonedPhoto]) {
      await claim(ref);
      await photos.write(key, ref, image);
    }
    await appendEvents(entrySamples.EntryCreated, photoAdded(addedPhoto));
    expect(await sweepAt(now)).toEqual({ confirmed: 0, removed: 0 });
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 1, removed: 1 });
    expect(await readRows()).toEqual([{ id: addedPhoto.photoId, settled: true }]);
    expect(await listFiles()).toEqual([
      `${entryId}-${addedPhoto.photoId}.original`,
      `${entryId}-${addedPhoto.photoId}.thumbnail`,
    ]);
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 0, removed: 0 });
  });

  test("the sweep completes an interrupted removal, and undoes a removal whose event is missing", async () => {
    const [removedPhoto, remainingPhoto] = [newRef(), newRef()];
    for (const ref of [removedPhoto, remainingPhoto]) {
      await claim(ref);
      await photos.write(key, ref, image);
    }
    await photos.confirm([removedPhoto.photoId, remainingPhoto.photoId]);
    await photos.unconfirm([removedPhoto.photoId, remainingPhoto.photoId]);
    await appendEvents(entrySamples.EntryCreated, photoAdded(remainingPhoto));
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 1, removed: 1 });
    expect(await readRows()).toEqual([{ id: remainingPhoto.photoId, settled: true }]);
  });

  test.each(["entry", "journal", "account"] as const)(
    "the sweep removes what an erased %s leaves",
    async (owner) => {
      const ref = newRef();
      await claim(ref);
      await photos.write(key, ref, image);
      await photos.confirm([ref.photoId]);
      await appendEvents(entrySamples.EntryCreated, photoAdded(ref));
      const id = { entry: entryId, journal: journalId, account: accountId }[owner];
      await vault.erase(streamOf[owner](id));
      expect(await sweepTwoDaysLater()).toEqual({ confirmed: 0, removed: 1 });
      expect([await listFiles(), await readRows()]).toEqual([[], []]);
    },
  );

  test("the sweep does not mistake a missing vault for erased keys", async () => {
    const ref = newRef();
    await claim(ref);
    await photos.write(key, ref, image);
    await photos.confirm([ref.photoId]);
    await appendEvents(entrySamples.EntryCreated, photoAdded(ref));
    await pool.query("TRUNCATE vault.keys CASCADE");
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 0, removed: 0 });
    expect(await listFiles()).toHaveLength(2);
  });

  test("the sweep stops between two blobs when its signal aborts", async () => {
    const unknownPhotos = [newRef(), newRef()];
    for (const ref of unknownPhotos) await photos.write(key, ref, image);
    const stopping = new AbortController();
    const { load } = createCommandHandler({ store });
    const commands: Pick<CommandHandler, "load"> = {
      load(...input) {
        stopping.abort();
        return load(...input);
      },
    };
    const { signal } = stopping;
    await expect(sweepPhotos({ pool, blobs, photos, commands, now: now + twoDays, signal })).rejects.toThrow(
      "aborted",
    );
    expect(await listFiles()).toHaveLength(2);
  });

  test("the sweep removes blobs of unknown photos, restores rows of photos in the log, and leaves foreign files alone", async () => {
    const [existingPhoto, unknownPhoto] = [newRef(), newRef()];
    for (const ref of [existingPhoto, unknownPhoto]) await photos.write(key, ref, image);
    await blobs.put("foreign-file", Buffer.from("x"));
    await appendEvents(entrySamples.EntryCreated, photoAdded(existingPhoto));
    // Each of the two files of a photo counts.
    expect(await sweepTwoDaysLater()).toEqual({ confirmed: 2, removed: 2 });
    expect(await readRows()).toEqual([{ id: existingPhoto.photoId, settled: true }]);
    expect(await listFiles()).toEqual([
      `${entryId}-${existingPhoto.photoId}.original`,
      `${entryId}-${existingPhoto.photoId}.thumbnail`,
      "foreign-file",
    ]);
  });
});
