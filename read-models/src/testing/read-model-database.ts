import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import type { Pool } from "pg";
import { readModelMigrations } from "../migrations.ts";

/** A database with empty read models. */
export async function createReadModelDatabase(): Promise<{ pool: Pool; close(): Promise<void> }> {
  const database = await createTestDatabase(readModelMigrations);
  const pool = createPool({ connectionString: database.url, max: 4, applicationName: "test" });
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
