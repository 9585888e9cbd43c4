import { isAlive } from "@daybook/platform/embedded/server-processes";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withProduct } from "./bench-product.ts";

let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "daybook-product-"));
  await mkdir(join(checkout, "dist", "server"), { recursive: true });
});
afterEach(() => rm(checkout, { recursive: true }));

/** Starts a process that looks like the embedded PostgreSQL, and does not stop it. That process ends after a minute. */
const productThatLeavesItsPostgres = `
  import { spawn } from "node:child_process";
  import { mkdirSync, writeFileSync } from "node:fs";
  import { join } from "node:path";
  const cluster = join(process.env.DAYBOOK_DATA, "postgres", "cluster");
  mkdirSync(cluster, { recursive: true });
  const parameters = ["-e", "setTimeout(() => {}, 60_000)", "--", "-D", cluster, "-p", "1"];
  const postgres = spawn(process.execPath, parameters, { argv0: "postgres", stdio: "ignore", detached: true });
  writeFileSync(join(cluster, "postmaster.pid"), String(postgres.pid));
  console.log("Daybook is ready on http://localhost:1");
`;

test("a PostgreSQL that the product leaves running is stopped before its data are removed", async () => {
  await writeFile(join(checkout, "dist", "server", "start.mjs"), productThatLeavesItsPostgres);
  let dataFolder = "";
  let pid = 0;
  await withProduct(async (benchProduct) => {
    dataFolder = benchProduct.dataFolder;
    pid = Number(await readFile(join(dataFolder, "postgres", "cluster", "postmaster.pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
  }, checkout);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(dataFolder)).toBe(false);
});
