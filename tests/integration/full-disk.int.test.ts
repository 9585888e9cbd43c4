import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@daybook/domain/contract/contract";
import { systemClock } from "@daybook/platform/clock";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { firstJournalIdOf } from "./people.ts";

/** Tables that get rows from every change or from every signed request. */
const tables = ["eventstore.events", "vault.nonces", "ledger.commands"];

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
  // PostgreSQL reports a full disk with this code when it cannot extend a table.
  await daybook.platform.pools.durable.query(
    `CREATE FUNCTION public.no_space() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
  );
});
afterAll(() => daybook?.stop());

async function setFull(isFull: boolean): Promise<void> {
  for (const table of tables) {
    await daybook.platform.pools.durable.query(
      isFull
        ? `CREATE TRIGGER no_space BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION public.no_space()`
        : `DROP TRIGGER no_space ON ${table}`,
    );
  }
}
const readHealth = async ({ url } = daybook) =>
  contract.health.replies[200].parse(await (await fetch(`${url}/api/health`)).json());

it("on a full disk, writes fail with a message, health reports the disk, and reads work; recovery needs no restart", async () => {
  const person = await daybook.newPerson();
  const journalId = await firstJournalIdOf(person);
  const write = (title: string, key: string) =>
    person.call("createEntry", { params: { journalId }, body: { title }, key });
  const listTitles = async () =>
    ok(await person.call("listEntries", { params: { journalId } })).entries.map(({ entry }) => entry.title);
  ok(await write("Before", randomUUID()));
  expect((await readHealth()).status).toBe("ok");

  await setFull(true);
  const key = randomUUID();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refusedAnswer = await write("Meanwhile", key);
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      503,
      "unavailable",
    ]);
    expect(!refusedAnswer.ok && refusedAnswer.body.error).toContain("disk of Daybook's server is full");
  }
  expect(await listTitles()).toEqual(["Before"]);
  const { status, dependencies } = await readHealth();
  expect([status, dependencies?.disk?.status]).toEqual(["degraded", "down"]);

  await setFull(false);
  ok(await write("Meanwhile", key));
  ok(await write("Meanwhile", key));
  expect((await listTitles()).toSorted()).toEqual(["Before", "Meanwhile"]);
});

it("with a configured database, health does not check the disk of an earlier embedded database", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-data-"));
  await mkdir(join(folder, "postgres"));
  await writeFile(
    join(folder, "postgres", "location.json"),
    JSON.stringify({ folder: join(folder, "gone") }),
  );
  const database = await createTestDatabase(allMigrations);
  const otherDaybook = await startTestDaybook({}, { database, folder, clock: systemClock });
  try {
    expect((await readHealth(otherDaybook)).dependencies?.disk?.status).toBe("ok");
  } finally {
    await otherDaybook.stop();
  }
});
