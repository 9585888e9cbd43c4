import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { transaction } from "../../postgres/pool.ts";
import { dropWordIndexesSql, createWordIndexesSql, type Slot, slots } from "./migrations.ts";

type Db = Pick<pg.Pool, "query">;

/** The id of the advisory lock for rebuilds. The lock lets only one process at a time fill the index that is not live. */
const REBUILD_LOCK = 7_261_352;

/** Another process is rebuilding the index. */
export class RebuildRunning extends Error {
  override readonly name = "RebuildRunning";
  readonly code = "rebuild_running";
  constructor() {
    super("the search index is being rebuilt already; wait until that is done");
  }
}

/** SQL that selects the slot of the live index, which searches use. {@link slotIn} reads the slot from the result. */
export const selectLiveSlot = "SELECT slot FROM search.indexes WHERE live";

/** The slot in the result of {@link selectLiveSlot}; the first slot when no index is live. */
export const slotIn = (result: pg.QueryResult<{ slot: Slot }> | undefined): Slot =>
  result?.rows[0]?.slot ?? slots[0];

/** Finds the slot of the live index; the first slot when no index is live. */
export const findLiveSlot = async (db: Db): Promise<Slot> =>
  slotIn(await db.query<{ slot: Slot }>(selectLiveSlot));

/** Inserts the missing rows of the two indexes. They are missing after a restore, because backups exclude the data of this schema. */
export async function ensureSlots(db: Db): Promise<void> {
  await db.query(
    "INSERT INTO search.indexes (slot, live) VALUES ('a', true), ('b', false) ON CONFLICT DO NOTHING",
  );
}

/**
 * Empties a search index, and creates its GIN indexes of words again if a rebuild has dropped them. Waits for readers and writers of
 * the search index. Locks the row of the search index first, as writers do, and then its words before its documents, as searches do.
 * In another order, it could deadlock with a writer, or with a search that began while this search index was live.
 */
export async function emptySlot(db: Db, slot: Slot): Promise<void> {
  await db.query(
    `SELECT FROM search.indexes WHERE slot = '${slot}' FOR UPDATE;
     LOCK TABLE search.words_${slot}, search.documents_${slot};
     TRUNCATE search.documents_${slot}, search.words_${slot};
     UPDATE search.indexes SET position = NULL WHERE slot = '${slot}';
     ${createWordIndexesSql(slot)}`,
  );
}

/** The slot of the other index. */
export const otherSlot = (slot: Slot): Slot => (slot === "a" ? "b" : "a");

/** Runs `work` while this process has the rebuild lock. Returns `null` without running `work` when another process has the lock. */
async function tryWithRebuildLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect();
  let isHeld = false;
  try {
    const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [
      REBUILD_LOCK,
    ]);
    isHeld = rows[0]?.isHeld === true;
    return isHeld ? await work() : null;
  } finally {
    const isFreed =
      !isHeld ||
      (await client.query("SELECT pg_advisory_unlock($1)", [REBUILD_LOCK]).then(
        () => true,
        () => false,
      ));
    // A lock that could not be freed ends with its session.
    client.release(!isFreed);
  }
}

/** How often to try to get the rebuild lock. Indexers have this lock for a moment now and then, in {@link emptySpareIndex}. */
const lockRetry = { tries: 10, pauseMs: 200 };

/**
 * Runs `work`, such as a rebuild, while this process has the rebuild lock. Throws {@link RebuildRunning} when another process keeps the
 * lock.
 *
 * @param work returns true, because `null` means that it was not run
 */
export async function withRebuildLock(pool: pg.Pool, work: () => Promise<true>): Promise<void> {
  for (let attempt = 1; attempt <= lockRetry.tries; attempt++) {
    if (await tryWithRebuildLock(pool, work)) return;
    await sleep(lockRetry.pauseMs);
  }
  throw new RebuildRunning();
}

/** Fills the index that is not live, makes it live, and empties the index that was live before. */
export async function replaceLiveIndex(pool: pg.Pool, fill: (slot: Slot) => Promise<void>): Promise<void> {
  await withRebuildLock(pool, async () => {
    await ensureSlots(pool);
    const oldSlot = await findLiveSlot(pool);
    const newSlot = otherSlot(oldSlot);
    await emptySlot(pool, newSlot);
    try {
      await pool.query(dropWordIndexesSql(newSlot));
      await fill(newSlot);
      await pool.query(createWordIndexesSql(newSlot));
      await pool.query(`ANALYZE search.documents_${newSlot}, search.words_${newSlot}`);
    } catch (error) {
      await emptySlot(pool, newSlot).catch(() => {});
      throw error;
    }
    await transaction(pool, async (client) => {
      await client.query("SELECT FROM search.indexes ORDER BY slot FOR UPDATE");
      await client.query("UPDATE search.indexes SET live = (slot = $1)", [newSlot]);
    });
    await emptySlot(pool, oldSlot);
    return true;
  });
}

/**
 * Empties the index that is not live, unless a rebuild is running. A rebuild that crashed leaves words in that index, and nothing
 * updates them.
 */
export async function emptySpareIndex(pool: pg.Pool): Promise<void> {
  await tryWithRebuildLock(pool, async () => {
    const spareSlot = otherSlot(await findLiveSlot(pool));
    const { rows } = await pool.query(`SELECT FROM search.documents_${spareSlot} LIMIT 1`);
    if (rows.length > 0) await emptySlot(pool, spareSlot);
  });
}

export { slots };
