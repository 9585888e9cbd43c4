import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { BuildError } from "./build-error.mjs";
import { replaceProgramUrls, workspacePackages } from "./bundle-program.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { runIfOutdated } from "./run-if-outdated.mjs";
import { progress } from "./progress.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const PACKAGES = [
  "domain",
  "content",
  "platform",
  "read-models",
  "application",
  "api",
  "projections",
  "search-indexer",
  "schedulers",
  "bin",
];
const OLD_CHUNK_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/**
 * Bundles the server commands into `dist/server/<command>.mjs` when their sources changed. npm packages are not bundled.
 * Lazy imports become separate chunks, so that they load only when they are used.
 */
export async function buildServer(root, commands) {
  const sources = [...PACKAGES.map((name) => join(name, "src")), join("bin", "run"), "package-lock.json"];
  const currentStamp = fingerprint(root, sources);
  const stampFile = join(root, "dist", "server.stamp");
  const readStoredStamp = () =>
    listFolder(join(root, "dist", "server")).length > 0 ? readStamp(stampFile) : undefined;
  await runIfOutdated(join(root, "dist", ".building-server"), readStoredStamp, currentStamp, async () => {
    progress("Building the server");
    await bundle(root, commands);
    writeStamp(stampFile, currentStamp);
  });
}

async function bundle(root, commands) {
  const { build, stop } = await import("esbuild");
  const temporaryFolder = mkdtempSync(join(root, "dist", "server-"));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: commands.map((command) => join(root, "bin", "src", `${command}.ts`)),
      outdir: temporaryFolder,
      outExtension: { ".js": ".mjs" },
      chunkNames: "chunk-[hash]",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      packages: "external",
      sourcemap: true,
      logLevel: "error",
      plugins: [workspacePackages(root), sourceLocations(root, temporaryFolder)],
    }).catch((error) => {
      throw new BuildError("The server could not be built; see the message above.", { cause: error });
    });
    publish(temporaryFolder, join(root, "dist", "server"));
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
    await stop();
  }
}

/**
 * Replaces `import.meta.url` by the URL of the source, so that bundled code finds files next to its source. Programs of
 * worker threads are bundled into `folder`, next to the bundled code.
 */
function sourceLocations(root, folder) {
  // Stands for the `import.meta.url` of the bundle until every `import.meta.url` of the source has been replaced below.
  const locationOfBundle = "locationOfBundle";
  const writeOutput = ({ name, contents }) => {
    writeFileSync(join(folder, name), contents);
    return `new URL("./${name}", ${locationOfBundle})`;
  };
  return {
    name: "source-locations",
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (!text.includes("import.meta.")) return undefined;
        const unknownMeta = /import\.meta\.(?!url\b)\w+/.exec(text);
        if (unknownMeta)
          return {
            errors: [{ text: `${unknownMeta[0]} differs in the bundle; use import.meta.url` }],
          };
        const location = JSON.stringify(`../../${relative(root, path).split(sep).join("/")}`);
        return {
          contents: (await replaceProgramUrls(root, path, text, writeOutput))
            .replaceAll("import.meta.url", `new URL(${location}, import.meta.url).href`)
            .replaceAll(locationOfBundle, "import.meta.url"),
          loader: "ts",
        };
      });
    },
  };
}

/**
 * Moves the built files into place. Chunks are moved before commands, so no command is ever missing a chunk. Chunks have
 * content hashes in their names; old ones stay for a week after a build replaced them, because running processes may still load them.
 */
export function publish(from, to) {
  mkdirSync(to, { recursive: true });
  const isChunk = (name) => name.startsWith("chunk-");
  const names = listFolder(from).sort((a, b) => Number(isChunk(b)) - Number(isChunk(a)));
  const namesFile = join(to, "files.json");
  const previousNames = existsSync(namesFile) ? JSON.parse(readFileSync(namesFile, "utf8")) : [];
  const now = new Date();
  for (const name of previousNames.filter((name) => !names.includes(name))) {
    // The week begins now, and not when the file was built.
    if (existsSync(join(to, name))) utimesSync(join(to, name), now, now);
  }
  for (const name of names) renameSync(join(from, name), join(to, name));
  writeFileSync(namesFile, JSON.stringify(names));
  for (const name of listFolder(to)) {
    const path = join(to, name);
    const isOld = now.getTime() - statSync(path).mtimeMs > OLD_CHUNK_LIFETIME_MS;
    if (isOld && !names.includes(name) && path !== namesFile) rmSync(path);
  }
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
