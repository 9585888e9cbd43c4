import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildError } from "./build-error.mjs";
import { runIfOutdated } from "./run-if-outdated.mjs";
import { progress } from "./progress.mjs";
import { runNode, runProgram } from "./run-node.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

/** Installs the packages of the lockfile, unless `node_modules` has them already. */
export async function installPackages(root) {
  const lockfile = readFileSync(join(root, "package-lock.json"));
  const currentStamp = createHash("sha256").update(lockfile).digest("hex");
  const stampFile = join(root, "node_modules", ".daybook-installed");
  // `.installing` is the lock between processes. It is outside node_modules, because npm removes that folder.
  await runIfOutdated(
    join(root, "dist", ".installing"),
    () => readStamp(stampFile),
    currentStamp,
    async () => {
      if (!matchesLockfile(JSON.parse(lockfile.toString("utf8")), root)) await install(root);
      writeStamp(stampFile, currentStamp);
    },
  );
}

async function install(root) {
  progress("Installing the packages, which takes about a minute");
  // Build tools are development packages, which NODE_ENV=production would leave out.
  const parameters = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const options = { cwd: root };
  const code =
    npm && /\.[cm]?js$/.test(npm)
      ? await runNode(npm, parameters, options)
      : await runProgram("npm", parameters, options).catch((error) => {
          throw new BuildError(`The packages could not be installed: npm did not start (${error.message}).`);
        });
  if (code !== 0) throw new BuildError("The packages could not be installed; see npm's message above.");
}

/** True when npm's record of `node_modules` matches the lockfile. Optional and peer packages may be missing. */
function matchesLockfile(lockfile, root) {
  let installedPackages;
  try {
    installedPackages = JSON.parse(
      readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8"),
    ).packages;
  } catch {
    return false;
  }
  return Object.entries(lockfile.packages).every(([path, { version, link, optional, peer }]) => {
    if (!path.startsWith("node_modules/") || link) return true;
    const installedPackage = installedPackages[path];
    return installedPackage ? installedPackage.version === version : Boolean(optional || peer);
  });
}
