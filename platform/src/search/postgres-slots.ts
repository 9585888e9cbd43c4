import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { transaction } from "../postgres/pool.ts";
import { dropWordIndexes, makeWordIndexes, type Slot, slots } from "./migrations.ts";

type Db = Pick<pg.Pool, "query">;

/** Only one process fills an index beside the live one. */
const REBUILD_LOCK = 7_261_352;

/** Another process is making the index anew. */
export class RebuildRunning extends Error {
  override readonly name = "RebuildRunning";
  readonly code = "rebuild_running";
  constructor() {
    super("the search index is being rebuilt already; wait until that is done");
  }
}

/** The index that is searched. */
export async function liveSlot(db: Db): Promise<Slot> {
  const { rows } = await db.query<{ slot: Slot }>("SELECT slot FROM search.indexes WHERE live");
  return rows[0]?.slot ?? slots[0];
}

/** Notes which index is live, where that is not known: after a restore of a backup without what is in this schema. */
export async function ensureSlots(db: Db): Promise<void> {
  await db.query(
    "INSERT INTO search.indexes (slot, live) VALUES ('a', true), ('b', false) ON CONFLICT DO NOTHING",
  );
}

/**
 * Empties an index. What is still read or written there is waited for, in the order in which readers and writers take locks: the row
 * of the index, its words, its documents. A search that began before the swap would otherwise wait for this, and this for it.
 */
export async function emptySlot(db: Db, slot: Slot): Promise<void> {
  await db.query(
    `SELECT FROM search.indexes WHERE slot = '${slot}' FOR UPDATE;
     LOCK TABLE search.words_${slot}, search.documents_${slot};
     TRUNCATE search.documents_${slot}, search.words_${slot};
     UPDATE search.indexes SET position = NULL WHERE slot = '${slot}';
     ${makeWordIndexes(slot)}`,
  );
}

const other = (slot: Slot): Slot => (slot === "a" ? "b" : "a");

/** Runs `work` while no other process fills the index beside the live one; `null`: one does. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect();
  let held = false;
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [
      REBUILD_LOCK,
    ]);
    held = rows[0]?.held === true;
    return held ? await work() : null;
  } finally {
    const freed =
      !held ||
      (await client.query("SELECT pg_advisory_unlock($1)", [REBUILD_LOCK]).then(
        () => true,
        () => false,
      ));
    // A lock that could not be given back ends with its session.
    client.release(!freed);
  }
}

/** An indexer that starts looks for leftovers under the same lock, for a moment. */
const patience = { tries: 10, apart: 200 };

async function aloneSoon(pool: pg.Pool, work: () => Promise<true>): Promise<void> {
  for (let attempt = 1; attempt <= patience.tries; attempt++) {
    if (await alone(pool, work)) return;
    await sleep(patience.apart);
  }
  throw new RebuildRunning();
}

/** Fills the index beside the live one and lets it take its place; the old one is emptied. */
export async function replaceLive(pool: pg.Pool, fill: (slot: Slot) => Promise<void>): Promise<void> {
  await aloneSoon(pool, async () => {
    await ensureSlots(pool);
    const old = await liveSlot(pool);
    const fresh = other(old);
    await emptySlot(pool, fresh);
    try {
      await pool.query(dropWordIndexes(fresh));
      await fill(fresh);
      await pool.query(makeWordIndexes(fresh));
      await pool.query(`ANALYZE search.documents_${fresh}, search.words_${fresh}`);
    } catch (error) {
      await emptySlot(pool, fresh).catch(() => {});
      throw error;
    }
    await transaction(pool, async (client) => {
      await client.query("SELECT FROM search.indexes ORDER BY slot FOR UPDATE");
      await client.query("UPDATE search.indexes SET live = (slot = $1)", [fresh]);
    });
    await emptySlot(pool, old);
    return true;
  });
}

/** Empties the index beside the live one, if nobody is filling it: a rebuild that died leaves words that nobody looks after. */
export async function clearAside(pool: pg.Pool): Promise<void> {
  await alone(pool, async () => {
    const aside = other(await liveSlot(pool));
    const { rows } = await pool.query(`SELECT FROM search.documents_${aside} LIMIT 1`);
    if (rows.length > 0) await emptySlot(pool, aside);
  });
}

export { slots };
