#!/usr/bin/env node
/**
 * Runs a command of Daybook: `node bin/run.mjs start`. First it installs missing packages and builds what changed, so a
 * fresh clone needs only Node.
 *
 * This file and `bin/run/` start before anything is installed. So they are plain JavaScript, and import packages only after
 * the installation.
 */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST_NODE = [20, 19];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...parameters] = process.argv.slice(2);

/** Ends the process with a message. */
function fail(sentence) {
  process.stderr.write(sentence + "\n");
  process.exit(1);
}

/**
 * Under npm, ends this process when its parent process ends. Needed because npm passes signals only to the shell that it starts, and a
 * killed npm passes none.
 */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`Daybook needs Node ${OLDEST_NODE.join(".")} or newer, and this is Node ${process.versions.node}.`);
}

const commands = readdirSync(join(root, "bin", "src"))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => name.slice(0, -".ts".length));
if (command !== "build" && !commands.includes(command)) {
  fail(
    `Usage: node bin/run.mjs <command>, where the command is one of: ${["build", ...commands].join(", ")}.`,
  );
}

endWithParent();
process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");

try {
  const { installPackages } = await import("./run/install-packages.mjs");
  await installPackages(root);
  const { buildServer } = await import("./run/build-server.mjs");
  await buildServer(root, commands);
  if (["start", "build", "bench"].includes(command)) {
    const { buildClient } = await import("./run/build-client.mjs");
    await buildClient(root);
  }
} catch (error) {
  if (error instanceof Error && error.name === "BuildError") fail(error.message);
  throw error;
}

if (command !== "build") {
  const program = join(root, "dist", "server", `${command}.mjs`);
  process.argv = [process.execPath, program, ...parameters];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(program).href);
}
