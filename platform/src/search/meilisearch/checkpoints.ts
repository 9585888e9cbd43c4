import type pg from "pg";
import { parsePosition, type Position } from "../../event-store/position.ts";

/**
 * The positions in the log that indexes in Meilisearch have reached. They are stored in PostgreSQL, each under the generation of its
 * index. The generation is a random id that an index gets when it is created.
 */
export type EngineCheckpoints = {
  read(generation: string): Promise<Position | null>;
  save(generation: string, position: Position): Promise<void>;
  /** Deletes the checkpoints of all other generations. */
  keepOnly(generations: readonly string[]): Promise<void>;
};

/** See {@link EngineCheckpoints}. */
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
