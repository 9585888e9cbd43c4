import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { build, type PluginBuild } from "esbuild";
import { withoutConfiguration } from "../without-configuration.ts";

const SOURCES = dirname(dirname(fileURLToPath(import.meta.url)));
/** Inside the repository, so that Node finds the packages. */
const SCRIPTS = join(SOURCES, "..", "..", ".cache", "test-scripts");

/**
 * Runs TypeScript in a separate Node process, which a test may kill. Imports are relative to `platform/src`; {@link
 * nextMessage} receives what the script passes to `process.send`.
 */
export async function spawnScript(
  source: string,
  parameters: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const file = join(SCRIPTS, `${randomUUID()}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: SOURCES, loader: "ts" },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
    plugins: [{ name: "workspace-packages", setup: bundleWorkspacePackages }],
  });
  const child = fork(file, parameters, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
    env: { ...withoutConfiguration(process.env), ...environment },
  });
  child.once("exit", () => void rm(file, { force: true }));
  return child;
}

/** Node cannot load the TypeScript of `@daybook` packages, so it goes into the bundle, unlike packages from npm. */
function bundleWorkspacePackages(bundle: PluginBuild): void {
  bundle.onResolve({ filter: /^@daybook\// }, ({ path }) => {
    const [, name = "", ...pathParts] = path.split("/");
    return { path: `${join(SOURCES, "..", "..", name, "src", ...pathParts)}.ts` };
  });
}

/** The next message of the script. Rejects when the script ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const message = once(child, "message").then(([value]: unknown[]) => value);
  const end = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`the script ended with ${String(code)} without a message`);
  });
  return await Promise.race([message, end]);
}

/** The output of the script and its exit code (null after a signal), when it has ended. */
export async function waitForExit(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
