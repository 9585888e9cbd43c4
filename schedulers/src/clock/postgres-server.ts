import { PostgresJobRepository } from "@agendajs/postgres-backend";
import type pg from "pg";
import type { ClockServer } from "./agenda-clock.ts";

/** SQL for the id of an advisory lock. Without the lock, processes that create Agenda's table at the same time would fail. */
const lockIdSql = "hashtextextended('daybook job clock', 0)";

/** Prepares PostgreSQL, where the job clock is stored in a table of Agenda. Closing the result leaves the pool open. */
export async function connectPostgres(pool: pg.Pool): Promise<ClockServer> {
  const repository = new PostgresJobRepository({ pool });
  const client = await pool.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${lockIdSql})`);
    await repository.connect();
  } finally {
    // A connection that cannot free the lock is closed, which frees it.
    const isFree = await client.query(`SELECT pg_advisory_unlock(${lockIdSql})`).then(
      () => true,
      () => false,
    );
    client.release(!isFree);
  }
  return { repository, close: async () => {} };
}
