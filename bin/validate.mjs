import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * `npm run validate`: all checks that need no server and no browser, two at a time, in under a minute. Prints one line for
 * each check, and the output of failed ones. The longest check starts first. `--without-tests` leaves out the unit tests.
 */

// TypeScript 7 is ten times as fast as the `typescript` package. The tool dependency-cruiser needs that package.
const compiler = "node_modules/typescript-7/bin/tsc";
const checks = [
  ["unit tests", "vitest", ["run", "--project", "unit", "--reporter", "dot"]],
  ["lint", "oxlint", ["--quiet"]],
  [
    "boundaries",
    "depcruise",
    ["--config", ".dependency-cruiser.cjs", "--output-type", "err", ...sourceFolders()],
  ],
  ["dead code", "knip", ["--no-progress"]],
  ["types (server)", process.execPath, [compiler, "-p", "tsconfig.json"]],
  ["types (client)", process.execPath, [compiler, "-p", "client/tsconfig.json"]],
  ["format", "oxfmt", ["--check"]],
  ["client size", "sh", ["-c", "node bin/run.mjs build && node client/size-check.mjs"]],
];

function sourceFolders() {
  return [
    "domain/src",
    "content/src",
    "platform/src",
    "read-models/src",
    "application/src",
    "api/src",
    "projections/src",
    "search-indexer/src",
    "schedulers/src",
    "client/src",
    "bin/src",
    "tests",
  ].filter((folder) => existsSync(folder));
}

function run([name, command, args]) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ name, ok: false, output: error.message, seconds: 0 }));
    child.on("close", (code) => {
      resolve({ name, ok: code === 0, output, seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

const withoutTests = process.argv.includes("--without-tests");
const queue = checks.filter(([name]) => !(withoutTests && name === "unit tests"));
const results = [];
async function worker() {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const result = await run(check);
    results.push(result);
    process.stdout.write(
      `${result.ok ? "ok    " : "FAILED"} ${result.name} (${result.seconds.toFixed(1)} s)\n`,
    );
    if (!result.ok) process.stdout.write(`${result.output.trimEnd()}\n`);
  }
}
await Promise.all([worker(), worker()]);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
