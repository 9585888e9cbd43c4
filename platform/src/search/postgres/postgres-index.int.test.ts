import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toPosition } from "../../event-store/position.ts";
import { migrate } from "../../postgres/migrate.ts";
import { createPool } from "../../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createWorkerThreads, type ThreadTask } from "../../worker-threads/worker-threads.ts";
import { IndexSwapped } from "../search-index.ts";
import { searchMigrations } from "./migrations.ts";
import { findLiveSlot } from "./slots.ts";
import { createPostgresSearch } from "./postgres-index.ts";
import { describeSearchContract } from "../search-contract.ts";
import { sampleDocument } from "../testing/search-kit.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "search test" });
  await migrate(pool, searchMigrations);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

describeSearchContract("PostgreSQL", async () => createPostgresSearch({ pool }));

test("a document from an older position does not replace a newer one", async () => {
  const index = createPostgresSearch({ pool });
  const writer = await index.openWriter();
  const document = sampleDocument(11, { body: "newer" });
  await writer.put([document], toPosition(100));
  await writer.put([{ ...document, body: "older" }], toPosition(99));
  expect(await index.findDiffering([document])).toEqual([]);
  expect(await index.isWordListCorrect()).toBe(true);
});

test("a long text that a thread writes is stored like any other, and never in an index that was replaced", async () => {
  const threads = createWorkerThreads();
  let tasks = 0;
  const countingThreads = { run: (task: ThreadTask) => ((tasks += 1), threads.run(task)) };
  const index = createPostgresSearch({ pool, threads: countingThreads });
  try {
    const writer = await index.openWriter();
    const document = sampleDocument(31, { body: "so to bed ".repeat(10_000) });
    await writer.put([document], toPosition(3));
    expect(tasks).toBe(1);
    expect(await index.findDiffering([document])).toEqual([]);
    expect(await index.isWordListCorrect()).toBe(true);
    await index.rebuild((nextWriter) => nextWriter.put([document], toPosition(3)));
    expect(tasks).toBe(2);
    await expect(writer.put([document], toPosition(4))).rejects.toThrow(IndexSwapped);
    expect(await index.findDiffering([document])).toEqual([]);
  } finally {
    await threads.close();
  }
});

test("only one rebuild of an index runs at a time, and what an interrupted rebuild left is removed", async () => {
  const index = createPostgresSearch({ pool });
  await index.rebuild(async () => {
    await expect(index.rebuild(async () => {})).rejects.toThrow("being rebuilt");
  });
  for (const slot of ["a", "b"]) {
    await pool.query(
      `INSERT INTO search.documents_${slot} VALUES (1, 0, 1, 1, 1, 0, NULL, 'x') ON CONFLICT DO NOTHING`,
    );
  }
  await index.openWriter();
  const { rows } = await pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM search.documents_a WHERE entry_id = 1)
      + (SELECT count(*) FROM search.documents_b WHERE entry_id = 1) AS count`,
  );
  expect(rows[0]?.count).toBe(1);
});

test("an index moved to new files has the same documents, words and position, and its old files are empty", async () => {
  const index = createPostgresSearch({ pool });
  const writer = await index.openWriter();
  const document = sampleDocument(21, { title: "Gossamer", body: "by water to Deptford" });
  const otherDocument = sampleDocument(22);
  await writer.put([document, otherDocument], toPosition(7));
  await writer.saveCheckpoint(toPosition(7));
  const [slot, statusBefore] = [await findLiveSlot(pool), await index.status()];
  expect(await index.rewrite()).toBe(true);
  expect(await findLiveSlot(pool)).not.toBe(slot);
  expect(await index.status()).toEqual(statusBefore);
  expect(await index.findDiffering([document])).toEqual([]);
  expect(await index.isWordListCorrect()).toBe(true);
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT pg_relation_size('search.documents_${slot}') + pg_relation_size('search.words_${slot}') AS bytes`,
  );
  expect(rows[0]?.bytes).toBe(0);
  // A writer that was open is refused. A new one continues from the same position.
  await expect(writer.put([document], toPosition(8))).rejects.toThrow("another search index");
  const nextWriter = await index.openWriter();
  expect(await nextWriter.checkpoint()).toBe(toPosition(7));
  await nextWriter.remove([document.entryId, otherDocument.entryId]);
  expect((await index.status()).documents).toBe(statusBefore.documents - 2);
  expect(await index.isWordListCorrect()).toBe(true);
});

test("an index cannot be moved to new files while it is rebuilt", async () => {
  const index = createPostgresSearch({ pool });
  await index.rebuild(async () => {
    await expect(index.rewrite()).rejects.toThrow("being rebuilt");
  });
});

test("the statistics of PostgreSQL contain no words of entries", async () => {
  const index = createPostgresSearch({ pool });
  const writer = await index.openWriter();
  const documents = Array.from({ length: 40 }, (_, number) =>
    sampleDocument(1_000 + number, { title: "Gossamerfalcon", body: "Gossamerfalcon" }),
  );
  await writer.put(documents, null);
  await pool.query("ANALYZE");
  const { rows } = await pool.query<{ text: string }>("SELECT s::text AS text FROM pg_stats s");
  expect(rows.map(({ text }) => text).join("")).not.toContain("gossamerfalcon");
  await writer.remove(documents.map(({ entryId }) => entryId));
});

/** Resolves when a statement on this database waits for a lock. */
async function waitForBlockedStatement(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
  }, 60_000);
}

test("a rebuild waits for a search that began before the swap, and then empties the old index", async () => {
  const index = createPostgresSearch({ pool });
  await (await index.openWriter()).put([sampleDocument(41)], null);
  const oldSlot = await findLiveSlot(pool);
  const reader = await pool.connect();
  // Like a search: first the words, then the documents.
  await reader.query(`BEGIN READ ONLY; SELECT FROM search.words_${oldSlot}`);
  const rebuilding = index.rebuild(async () => {});
  await waitForBlockedStatement();
  await reader.query(`SELECT FROM search.documents_${oldSlot}`);
  await reader.query("COMMIT");
  reader.release();
  await rebuilding;
  expect(await findLiveSlot(pool)).not.toBe(oldSlot);
  const { rowCount } = await pool.query(`SELECT FROM search.documents_${oldSlot}`);
  expect(rowCount).toBe(0);
});

test("an index works after the restore of a backup that does not contain it", async () => {
  const index = createPostgresSearch({ pool });
  await pool.query(
    "TRUNCATE search.indexes, search.documents_a, search.documents_b, search.words_a, search.words_b",
  );
  expect(await index.status()).toEqual({ documents: 0, checkpoint: null });
  const writer = await index.openWriter();
  await writer.put([sampleDocument(13, { body: "restored" })], null);
  await writer.saveCheckpoint(toPosition(7));
  expect(await index.status()).toEqual({ documents: 1, checkpoint: "7" });
});

test("a wrong number of entries that contain a word is detected", async () => {
  const index = createPostgresSearch({ pool });
  const writer = await index.openWriter();
  await writer.put([sampleDocument(12, { body: "counted" })], null);
  expect(await index.isWordListCorrect()).toBe(true);
  for (const slot of ["a", "b"])
    await pool.query(`UPDATE search.words_${slot} SET entries = 5 WHERE user_id = 12`);
  expect(await index.isWordListCorrect()).toBe(false);
});
