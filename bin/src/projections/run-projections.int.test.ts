import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { entrySamples } from "@daybook/domain/entry/samples";
import { journalSamples } from "@daybook/domain/journal/samples";
import { accountSamples } from "@daybook/domain/account/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { currentVersion } from "@daybook/domain/versioning/upcast";
import { type Config, readConfig } from "@daybook/platform/config";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { testEvent } from "@daybook/platform/testing/test-events";
import type pg from "pg";
import { projections } from "@daybook/projections/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../start/migrate-all.ts";
import { runProjections, type subcommands } from "./run-projections.ts";

const logger = { info: () => {}, warn: () => {} };
const history: readonly [string, readonly DomainEvent[]][] = [
  ["account-1", Object.values(accountSamples).slice(0, 1)],
  ["journal-1", [journalSamples.JournalCreated, journalSamples.JournalRenamed]],
  ["entry-1", [entrySamples.EntryCreated]],
];

let root: string;
let config: Config;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-projections-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(root, 0o711);
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  config = readConfig({ DAYBOOK_DATA: join(root, "data") });
  await withDatabase(async (pool, connectionString) => {
    await migrateDatabase(pool);
    const listener = createListener({ connectionString });
    const store = createPostgresEventStore({ pool, listener });
    for (const [stream, events] of history) {
      const storedEvents = events.map(({ type, data }) => ({
        ...testEvent(data),
        type,
        version: currentVersion(type),
      }));
      expect((await store.append(stream, "none", storedEvents)).status).toBe("ok");
    }
    await listener.close();
  });
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs `work` with the database, and stops it afterwards. */
async function withDatabase(work: (pool: pg.Pool, url: string) => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: config.dataFolder, logger });
  const pool = createPool({ connectionString: database.url, max: 4, applicationName: "test" });
  try {
    await work(pool, database.url);
  } finally {
    await pool.end();
    await database.close();
  }
}

async function run(subcommand: (typeof subcommands)[number]) {
  const lines: string[] = [];
  const progress = new PassThrough();
  let progressText = "";
  progress.on("data", (chunk: Buffer) => (progressText += chunk.toString()));
  const code = await runProjections(subcommand, config, {
    printLine: (line) => lines.push(line),
    progress: progress as unknown as NodeJS.WriteStream,
  });
  return { code, printed: lines.join("\n"), progressText };
}

test("while Daybook is stopped, `rebuild` rebuilds lagging read models and shows progress, and `verify` needs no keys", async () => {
  const statusBefore = await run("status");
  expect(statusBefore.printed).toMatch(/^entry-page +\d+ +4 /m);

  const rebuildOutput = await run("rebuild");
  expect([rebuildOutput.code, rebuildOutput.printed]).toEqual([
    0,
    `Rebuilt ${projections.length} projections from 4 events.`,
  ]);
  expect(rebuildOutput.progressText).toContain("Rebuilding 100/100");

  const statusAfter = await run("status");
  expect(statusAfter.printed).toMatch(/^entry-page +\d+ +0 +0\.0 +0$/m);
  expect(statusAfter.code).toBe(0);
  const verifyOutput = await run("verify");
  expect(verifyOutput.printed).toMatch(/^\d+ rows of \d+ projections match 4 events\.$/);
  expect(verifyOutput.code).toBe(0);
  expect((await run("replay")).printed).toBe("There are no parked events.");
  expect(await readdir(join(config.dataFolder, "keys"))).toEqual([]);
});

test("parked events are shown, skipped by a verification, and applied by a replay", async () => {
  await withDatabase(async (pool) => {
    await pool.query(
      `TRUNCATE read_models.entries, read_models.entry_bodies, read_models.entry_states,
        read_models.journal_counts;
      INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
      VALUES ('entry-page', 'entry-1', 0, 4, 'EntryCreated', 'RangeError')`,
    );
    const statusOutput = await run("status");
    expect([statusOutput.code, statusOutput.printed]).toEqual([
      1,
      expect.stringMatching(/^entry-page +\d+ +0 +0\.0 +1$/m),
    ]);
    expect((await run("verify")).printed).toMatch(/^Skipped: 1 parked event; `replay` tries it again\.$/m);

    const replayOutput = await run("replay");
    const message = "entry-page, entry-1: applied 1 event; no event is parked any more.";
    expect([replayOutput.code, replayOutput.printed]).toEqual([0, message]);
    expect((await run("status")).code).toBe(0);
    expect((await run("verify")).code).toBe(0);
  });
});

test("while the database runs, `verify` reports a changed row without its content, and a missing row", async () => {
  await withDatabase(async (pool) => {
    await pool.query("UPDATE read_models.entries SET word_count = word_count + 7");
    const { code, printed } = await run("verify");
    expect(code).toBe(1);
    expect(printed).toMatch(/^The column word_count differs from the log in table entries at .*id \d+\.$/);
    expect((await run("rebuild")).code).toBe(0);
    expect((await run("verify")).code).toBe(0);
    await pool.query("DELETE FROM read_models.entries");
    expect((await run("verify")).printed).toMatch(
      /^A row that follows from the log is missing in table entries/,
    );
  });
});
