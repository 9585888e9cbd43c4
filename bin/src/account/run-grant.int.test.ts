import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountDecider } from "@daybook/domain/account/decider";
import { accountSamples } from "@daybook/domain/account/samples";
import { streamOf } from "@daybook/domain/kernel/ids";
import { systemClock } from "@daybook/platform/clock";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import { readConfig } from "@daybook/platform/config";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createLogger } from "@daybook/platform/logger";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { createCredentials } from "@daybook/platform/identity/credentials";
import { keyedHash } from "@daybook/platform/vault/seal";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { expect, test } from "vitest";
import { migrateDatabase } from "../start/migrate-all.ts";
import { membershipOf } from "./grant-membership.ts";
import { runGrant } from "./run-grant.ts";

test("grants a membership to the account of an address, and reports an unknown address", async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "daybook-grant-"));
  const masterKey = randomBytes(32);
  const logger = createLogger({ level: "silent" });
  const pool = createPool({ connectionString: database.url, applicationName: "test" });
  const listener = createListener({ connectionString: database.url, logger });
  try {
    await migrateDatabase(pool);
    const credentials = createCredentials({ pool, clock: systemClock });
    const emailHash = keyedHash(masterKey, "account.email", "samuel@example.org");
    await credentials.create({ userId: 7, emailHash, passwordHash: "none" });
    const store = createPostgresEventStore({ pool, listener, logger });
    const openedData = accountSamples.AccountOpened.data;
    await createCommandHandler({ store }).execute({
      decider: accountDecider,
      stream: streamOf.account(7),
      commands: [{ type: "OpenAccount", data: { ...openedData, accountId: 7 } }],
      context: {
        at: openedData.at,
        repeated: false,
        commandId: randomUUID(),
        actor: null,
        sessionId: null,
        requestId: null,
        source: "system",
      },
    });
    const config = readConfig({
      DATABASE_URL: database.url,
      // A machine without a data folder.
      DAYBOOK_DATA: join(folder, "data"),
      DAYBOOK_MASTER_KEY: masterKey.toString("base64"),
    });
    const lines: string[] = [];
    const grant = (email: string) =>
      runGrant(email, { level: "plus", years: "lifetime" }, config, (line) => lines.push(line));
    expect(await grant("nobody@example.org")).toBe(1);
    expect(await grant(" Samuel@Example.org")).toBe(0);
    expect(lines).toEqual([
      "There is no account with that address.",
      "The account has PRO plus permanently.",
    ]);
    const { state } = await createCommandHandler({ store }).load(accountDecider, streamOf.account(7));
    expect(state.membership).toMatchObject({
      level: "plus",
      packageName: "ProPlusLifetime",
      expiresAt: null,
    });
  } finally {
    await listener.close();
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("years of a membership are calendar years", () => {
  const now = Date.UTC(2024, 1, 29, 12);
  expect(membershipOf({ level: "pro", years: 4 }, now)).toMatchObject({
    packageName: "standard",
    subscriptionLength: 4,
    expiresAt: "2028-02-29T12:00:00.000Z",
  });
  expect(membershipOf({ level: "pro", years: 1 }, now).expiresAt).toBe("2025-02-28T12:00:00.000Z");
});
