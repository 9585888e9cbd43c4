import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, describe } from "vitest";
import { describeClockContract } from "./clock-contract.ts";

const testServer = process.env["MONGODB_URL"];

// Needs a server that npm cannot install: `MONGODB_URL=mongodb://127.0.0.1:27017 npm run test:servers`.
describe.skipIf(!testServer)("with a server that MONGODB_URL names", () => {
  const url = new URL(testServer ?? "mongodb://127.0.0.1");
  url.pathname = `/daybook_test_${randomUUID().replaceAll("-", "")}`;
  if (url.username && !url.searchParams.has("authSource")) url.searchParams.set("authSource", "admin");

  afterAll(async () => {
    const client = await MongoClient.connect(url.href);
    await client.db().dropDatabase();
    await client.close();
  });

  describeClockContract("MongoDB", {
    server: () => ({ host: url.hostname, port: Number(url.port || 27_017) }),
    throughProxy(port, databaseUrl) {
      const proxied = new URL(url);
      proxied.host = `127.0.0.1:${port}`;
      // Otherwise a replica set would report its own address, and the client would bypass the proxy.
      proxied.searchParams.set("directConnection", "true");
      return { databaseUrl, mongodbUrl: proxied.href };
    },
  });
});
