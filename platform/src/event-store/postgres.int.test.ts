import { afterAll } from "vitest";
import { createListener } from "../postgres/listen.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { eventStoreMigrations } from "./migrations.ts";
import { createPostgresEventStore } from "./postgres.ts";
import { describeEventStoreContract } from "./store-contract.ts";

let database: TestDatabase | undefined;
let listener: ReturnType<typeof createListener> | undefined;

describeEventStoreContract("PostgreSQL", async () => {
  database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url, applicationName: "event store test" });
  await migrate(pool, eventStoreMigrations);
  listener = createListener({ connectionString: database.url });
  return createPostgresEventStore({ pool, listener });
});

afterAll(async () => {
  await listener?.close();
  await database?.drop();
});
