import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCES = dirname(dirname(fileURLToPath(import.meta.url)));
/** Inside the repository, so that packages are found from there. */
const SCRIPTS = join(SOURCES, "..", "..", ".cache", "test-scripts");

/**
 * Runs TypeScript in a Node process of its own, which a test may kill as it likes. Imports are written as from
 * `platform/src`; what the script hands to `process.send` arrives with `nextMessage`.
 */
export async function spawnScript(source: string, parameters: readonly string[] = []): Promise<ChildProcess> {
  const file = join(SCRIPTS, `${randomUUID()}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: SOURCES, loader: "ts" },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const child = fork(file, parameters, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
  child.once("exit", () => void rm(file, { force: true }));
  return child;
}

/** The next message of the script; rejects when it ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const message = once(child, "message").then(([value]: unknown[]) => value);
  const end = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`the script ended with ${String(code)} and said nothing`);
  });
  return await Promise.race([message, end]);
}
