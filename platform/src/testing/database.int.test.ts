import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";

test("a test database is empty, uses UTF-8 and UTC, and is removed by drop even while it is in use", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const connectionError = new Promise((resolve) => client.on("error", resolve));
  await client.connect();
  const { rows } = await client.query(
    `SELECT lower('МОСКВА ÄÉ') AS lower, current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
       (SELECT count(*)::int FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')) AS tables`,
  );
  expect(rows).toEqual([{ lower: "москва äé", encoding: "UTF8", zone: "UTC", tables: 0 }]);

  await database.drop();
  await connectionError;
  await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow("does not exist");
});
