// Runs first: it mostly waits for due jobs and dead processes, so other files can run meanwhile.
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { expect, it } from "vitest";
import { describeClockContract } from "./clock-contract.ts";
import { connectPostgres } from "./postgres-server.ts";

describeClockContract("PostgreSQL", {
  server(databaseUrl) {
    const { hostname, port } = new URL(databaseUrl);
    return { host: hostname, port: Number(port || 5432) };
  },
  throughProxy(port, databaseUrl) {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return { databaseUrl: url.href };
  },
});

it("creates Agenda's table when many clients connect to an empty database at the same time", async () => {
  const database = await createTestDatabase();
  const pools = Array.from({ length: 8 }, () =>
    createPool({ connectionString: database.url, applicationName: "clock start" }),
  );
  try {
    const servers = await Promise.all(pools.map(connectPostgres));
    expect(await servers[0]?.repository.getQueueSize()).toBe(0);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  }
});
