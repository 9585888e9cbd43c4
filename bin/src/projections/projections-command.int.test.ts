import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@daybook/platform/embedded/free-port";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createPool } from "@daybook/platform/postgres/pool";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { withoutConfiguration } from "@daybook/platform/without-configuration";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanUp } from "../remote/clean-up.ts";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { newKey, type RemoteDaybook, remoteDaybook } from "../remote/remote-daybook.ts";

const root = resolve(import.meta.dirname, "../../..");
const secret = "the frost fair on the river";

let temporaryFolder: string;
let dataFolder: string;
let product: ProductProcess;
let daybook: RemoteDaybook;
let journalId: string;

async function waitForExit(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

/** Runs the command as `npm run projections` does. */
function runCommand(...parameters: string[]) {
  const env = { ...withoutConfiguration(process.env), DAYBOOK_DATA: dataFolder };
  return waitForExit(
    spawn(process.execPath, ["dist/server/projections.mjs", ...parameters], { cwd: root, env }),
  );
}

async function writeEntry(text: string): Promise<number> {
  const answer = await daybook.call("createEntry", {
    params: { journalId },
    body: { title: "", richtext_body: `<p>${text}</p>` },
    key: newKey(),
  });
  if (!answer.ok) throw new Error(`the write was answered ${answer.status}`);
  return answer.body.entry.id;
}

async function countEntries(): Promise<number> {
  const answer = await daybook.call("listJournals");
  if (!answer.ok) throw new Error(`the read was answered ${answer.status}`);
  return answer.body.journals[0]?.journal.entries.total_entries ?? -1;
}

beforeAll(async () => {
  const build = await waitForExit(spawn(process.execPath, ["bin/run.mjs", "build"], { cwd: root }));
  expect(build).toMatchObject({ code: 0 });
  temporaryFolder = await mkdtemp(join(tmpdir(), "daybook-projections-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(temporaryFolder, 0o711);
  dataFolder = join(temporaryFolder, "data");
  await copyInitialisedPostgres(join(dataFolder, "postgres"));
  const port = await freePort();
  product = spawnProduct({ port, dataFolder });
  await product.ready;
  daybook = remoteDaybook(`http://127.0.0.1:${port}`);
  await daybook.logInOrSignUp({ email: "frost@example.com", password: "and so to bed 1660" });
  const journals = await daybook.call("listJournals");
  journalId = String(journals.ok ? journals.body.journals[0]?.journal.id : 0);
}, 180_000);

afterAll(async () => {
  await product.stop();
  await cleanUp(dataFolder, false);
  await rm(temporaryFolder, { recursive: true, force: true });
});

test("no read or write fails during a rebuild, and Daybook continues with the new tables", async () => {
  let writtenCount = 0;
  let lastCount = 0;
  const hasWrittenEnough = () => writtenCount > 5;
  const rebuildEnded = new AbortController();
  const write = async () => {
    for (; !rebuildEnded.signal.aborted; writtenCount += 1) await writeEntry(`${secret} ${writtenCount}`);
  };
  const readEntries = async () => {
    while (!rebuildEnded.signal.aborted) {
      const count = await countEntries();
      expect(count).toBeGreaterThanOrEqual(lastCount);
      lastCount = count;
    }
  };
  const load = Promise.all([write(), readEntries()]);
  try {
    for (let round = 0; round < (isFullMatrix ? 3 : 1) || !hasWrittenEnough(); round += 1) {
      const rebuildOutput = await Promise.race([runCommand("rebuild"), load.then(() => null)]);
      expect(rebuildOutput?.code).toBe(0);
      expect(rebuildOutput?.output).toMatch(
        /^Rebuilding 100\/100\nRebuilt \d+ projections from \d+ events\.$/m,
      );
    }
  } finally {
    rebuildEnded.abort();
  }
  await load;
  await writeEntry("after it");
  expect(await countEntries()).toBe(writtenCount + 1);
  expect((await runCommand("status")).output).toMatch(/^entry-page +\d+ +0 +0\.0 +0$/m);
  expect((await runCommand("verify")).code).toBe(0);
}, 120_000);

test("a difference is reported by table, key and column, without text, and the exit code is 1", async () => {
  const id = await writeEntry(secret);
  const silentLogger = { info: () => {}, warn: () => {} };
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, logger: silentLogger });
  const pool = createPool({ connectionString: database.url, max: 1, applicationName: "test" });
  await pool.query("UPDATE read_models.entries SET title = $2 WHERE id = $1", [id, secret]);
  await pool.end();
  await database.close();

  const { code, output } = await runCommand("verify");
  expect(code).toBe(1);
  expect(output).toContain(`The column title differs from the log in table entries at id ${id}.`);
  expect(output).not.toContain("frost");
  expect((await runCommand("rebuild")).code).toBe(0);
  expect((await runCommand("verify")).code).toBe(0);
}, 120_000);

test("the command also works while Daybook is stopped, and stops the database afterwards", async () => {
  await product.stop();
  const stoppedOutput = await runCommand("status");
  expect([stoppedOutput.code, stoppedOutput.output]).toEqual([
    0,
    expect.stringMatching(/^journal-list +\d+ +0 +0\.0 +0$/m),
  ]);
  expect((await runCommand("verify")).code).toBe(0);
  expect(existsSync(join(dataFolder, "postgres", "cluster", "postmaster.pid"))).toBe(false);
}, 120_000);

test.each([
  [[], "Usage: npm run projections -- status | rebuild | verify | replay\n"],
  [
    ["heal"],
    'There is no subcommand "heal". Usage: npm run projections -- status | rebuild | verify | replay\n',
  ],
])("the parameters %j are refused with the usage", async (parameters, usage) => {
  expect(await runCommand(...parameters)).toEqual({ code: 2, output: usage });
});
