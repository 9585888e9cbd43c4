import { access, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@daybook/platform/clock";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { expect, test } from "vitest";
import { startTestDaybook } from "./harness.ts";

test("a start that fails leaves no data folder and no database", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-data-"));
  const database = await createTestDatabase();
  const start = startTestDaybook({ PROXIES: "many" }, { database, folder, clock: systemClock });
  await expect(start).rejects.toThrow("PROXIES");
  await expect(access(folder)).rejects.toThrow("ENOENT");
  const pool = createPool({ connectionString: database.url, applicationName: "test" });
  await expect(pool.query("SELECT 1")).rejects.toThrow("does not exist");
  await pool.end();
});
