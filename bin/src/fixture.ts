import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDataFolder } from "./fixture/make-data-folder.ts";

const usage = "Usage: npm run fixture -- make NAME   (NAME: the version, such as 2.9.0)";
const root = fileURLToPath(new URL("../..", import.meta.url));

/** `npm run fixture -- make NAME`: stores a data folder of this version for the test that opens old data. */
async function main(): Promise<number> {
  const [command, name = "", ...parameters] = process.argv.slice(2);
  if (command !== "make" || !/^\w[\w.-]*$/.test(name) || parameters.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const target = join(root, "tests", "fixtures", "data-folders", name);
  await makeDataFolder(target, commit);
  process.stdout.write(`The data folder is in ${target}.\n`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
