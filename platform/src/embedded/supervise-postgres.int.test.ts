import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyInitialisedPostgres } from "../testing/initialised-postgres.ts";
import { isAlive } from "./server-processes.ts";
import { supervisePostgres } from "./supervise-postgres.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-supervised-"));
  await copyInitialisedPostgres(join(root, "postgres"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test("a killed server is restarted under the same URL with all committed rows, until it is stopped", async () => {
  const logger = { info: () => undefined, warn: () => undefined };
  const postgres = await supervisePostgres({
    folder: join(root, "postgres"),
    logger,
    passableFolders: [root],
    fallback: root,
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => undefined);
  await pool.query("CREATE TABLE answers (answer int)");

  for (const round of [1, 2]) {
    await pool.query("INSERT INTO answers VALUES ($1)", [round]);
    const killedPid = postgres.pid();
    process.kill(killedPid, "SIGKILL");
    await expect.poll(() => postgres.pid(), { timeout: 60_000 }).not.toBe(killedPid);
    await expect.poll(() => countAnswers(pool), { timeout: 60_000 }).toBe(round);
  }

  const lastPid = postgres.pid();
  const url = postgres.url;
  await postgres.stop();
  expect(isAlive(lastPid)).toBe(false);
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow("ECONNREFUSED");
  await pool.end();
});

test("a database that was removed is not replaced by an empty one", async () => {
  const messages: unknown[] = [];
  const logger = { info: () => undefined, warn: (line: unknown) => messages.push(line) };
  const folder = join(root, "postgres");
  const postgres = await supervisePostgres({ folder, logger, passableFolders: [root], fallback: root });
  await rename(folder, `${folder}.away`);
  process.kill(postgres.pid(), "SIGKILL");
  await expect.poll(() => messages).toContain(`The database in ${folder} is gone.`);
  expect(existsSync(folder)).toBe(false);

  await rename(`${folder}.away`, folder);
  await expect.poll(() => messages.length > 1 && isAlive(postgres.pid()), { timeout: 60_000 }).toBe(true);
  await postgres.stop();
});

/** The number of rows; `undefined` while the pool still has a session with the killed server. */
async function countAnswers(pool: pg.Pool): Promise<number | undefined> {
  try {
    return (await pool.query("SELECT answer FROM answers")).rows.length;
  } catch {
    return undefined;
  }
}
