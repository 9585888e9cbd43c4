import type pg from "pg";
import { transaction } from "../../postgres/pool.ts";
import { dropWordIndexesSql, createWordIndexesSql } from "./migrations.ts";
import { emptySlot, ensureSlots, findLiveSlot, otherSlot, withRebuildLock } from "./slots.ts";

/**
 * Copies the live index into new files, makes the copy live, and removes the old files. A vacuum would leave deleted
 * words in the pages of tables and indexes. Searches continue; writers of the index wait, saves do not.
 */
export async function rewriteLiveIndex(pool: pg.Pool): Promise<void> {
  await withRebuildLock(pool, async () => {
    await ensureSlots(pool);
    const oldSlot = await findLiveSlot(pool);
    const newSlot = otherSlot(oldSlot);
    await emptySlot(pool, newSlot);
    try {
      await pool.query(dropWordIndexesSql(newSlot));
      await transaction(pool, async (client) => {
        await client.query("SET LOCAL statement_timeout = 0");
        await client.query("SELECT FROM search.indexes ORDER BY slot FOR UPDATE");
        for (const table of ["documents", "words"]) {
          await client.query(
            `INSERT INTO search.${table}_${newSlot} SELECT * FROM search.${table}_${oldSlot}`,
          );
        }
        await client.query(createWordIndexesSql(newSlot));
        await client.query(
          `UPDATE search.indexes i SET live = (i.slot = $1),
             position = CASE WHEN i.slot = $1 THEN o.position END
           FROM search.indexes o WHERE o.slot = $2`,
          [newSlot, oldSlot],
        );
      });
    } catch (error) {
      await emptySlot(pool, newSlot).catch(() => {});
      throw error;
    }
    await pool.query(`ANALYZE search.documents_${newSlot}, search.words_${newSlot}`);
    await emptySlot(pool, oldSlot);
    return true;
  });
}
