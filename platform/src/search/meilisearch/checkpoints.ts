import type pg from "pg";
import { parsePosition, type Position } from "../../event-store/position.ts";

/** The position in the log that an index in Meilisearch has reached. Stored in PostgreSQL, under the generation of the index. */
export type EngineCheckpoints = {
  read(generation: string): Promise<Position | null>;
  save(generation: string, position: Position): Promise<void>;
  /** Forgets all other generations. */
  keepOnly(generations: readonly string[]): Promise<void>;
};

/** The checkpoints in PostgreSQL. */
export function createEngineCheckpoints(pool: Pick<pg.Pool, "query">): EngineCheckpoints {
  return {
    async read(generation) {
      const { rows } = await pool.query<{ position: string }>(
        "SELECT position FROM search.engine_checkpoints WHERE generation = $1",
        [generation],
      );
      return rows[0] ? parsePosition(rows[0].position) : null;
    },
    async save(generation, position) {
      await pool.query(
        `INSERT INTO search.engine_checkpoints (generation, position) VALUES ($1, $2)
         ON CONFLICT (generation) DO UPDATE SET position = excluded.position`,
        [generation, position],
      );
    },
    async keepOnly(generations) {
      await pool.query("DELETE FROM search.engine_checkpoints WHERE NOT generation = ANY ($1::text[])", [
        generations,
      ]);
    },
  };
}
