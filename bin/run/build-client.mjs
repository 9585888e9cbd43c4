import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BuildError } from "./build-error.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { runIfOutdated } from "./run-if-outdated.mjs";
import { progress } from "./progress.mjs";
import { runNode } from "./run-node.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const SOURCES = ["client", "content/src", "domain/src", "package-lock.json", "bin/run/build-client.mjs"];

/** Builds the client into `client/dist` when its sources changed. */
export async function buildClient(root) {
  const target = join(root, "client", "dist");
  const stampFile = join(root, "dist", "client.stamp");
  const readStoredStamp = () => (existsSync(join(target, "index.html")) ? readStamp(stampFile) : undefined);
  const currentStamp = fingerprint(root, SOURCES);
  await runIfOutdated(join(root, "dist", ".building-client"), readStoredStamp, currentStamp, async () => {
    progress("Building the client");
    await build(root, target);
    writeStamp(stampFile, currentStamp);
  });
}

async function build(root, target) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const temporaryFolder = mkdtempSync(join(root, "dist", "client-"));
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const parameters = [
    "build",
    "--outDir",
    join(temporaryFolder, "new"),
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  try {
    // A test that starts Daybook has another NODE_ENV, and would build the development version of React.
    const env = { ...process.env, NODE_ENV: "production" };
    const code = await runNode(vite, parameters, { cwd: join(root, "client"), env });
    if (code !== 0) throw new BuildError("The client could not be built; see the message above.");
    if (existsSync(target)) renameSync(target, join(temporaryFolder, "old"));
    renameSync(join(temporaryFolder, "new"), target);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}
