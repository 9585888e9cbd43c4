import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { transaction } from "../../postgres/pool.ts";
import { dropWordIndexesSql, createWordIndexesSql, type Slot, slots } from "./migrations.ts";

type Db = Pick<pg.Pool, "query">;

/** Only one process at a time fills the index that is not live. */
const REBUILD_LOCK = 7_261_352;

/** Another process is rebuilding the index. */
export class RebuildRunning extends Error {
  override readonly name = "RebuildRunning";
  readonly code = "rebuild_running";
  constructor() {
    super("the search index is being rebuilt already; wait until that is done");
  }
}

/** Reads the index that searches use; {@link slotIn} takes it from the result. */
export const selectLiveSlot = "SELECT slot FROM search.indexes WHERE live";

/** The index in the result of {@link selectLiveSlot}. */
export const slotIn = (result: pg.QueryResult<{ slot: Slot }> | undefined): Slot =>
  result?.rows[0]?.slot ?? slots[0];

/** The index that searches use. */
export const findLiveSlot = async (db: Db): Promise<Slot> =>
  slotIn(await db.query<{ slot: Slot }>(selectLiveSlot));

/** Sets the live index when none is set: after restoring a backup, which does not include this schema. */
export async function ensureSlots(db: Db): Promise<void> {
  await db.query(
    "INSERT INTO search.indexes (slot, live) VALUES ('a', true), ('b', false) ON CONFLICT DO NOTHING",
  );
}

/**
 * Empties a search index, and creates its GIN indexes of words again if a rebuild has dropped them. It waits for readers and writers
 * of the search index. It takes locks in the same order as they do: the row of the index, its words, its documents. Otherwise it could
 * deadlock with a search that began before the other index became live.
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

/** The other one of the two indexes. */
export const otherSlot = (slot: Slot): Slot => (slot === "a" ? "b" : "a");

/** Runs `work` while this process has the rebuild lock. Does not run it and returns `null` when another process has the lock. */
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

/** How often to try to get the rebuild lock. An indexer has this lock for a moment at its start, while it looks for leftovers. */
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

/** Fills the index next to the live one, makes it live, and empties the old one. */
export async function replaceLive(pool: pg.Pool, fill: (slot: Slot) => Promise<void>): Promise<void> {
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
 * Empties the index next to the live one, unless a rebuild is running. A rebuild that crashed leaves words there that
 * nothing updates.
 */
export async function emptySpareIndex(pool: pg.Pool): Promise<void> {
  await tryWithRebuildLock(pool, async () => {
    const spareSlot = otherSlot(await findLiveSlot(pool));
    const { rows } = await pool.query(`SELECT FROM search.documents_${spareSlot} LIMIT 1`);
    if (rows.length > 0) await emptySlot(pool, spareSlot);
  });
}

export { slots };
