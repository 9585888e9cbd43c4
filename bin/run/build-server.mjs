import { mkdtempSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { BuildError } from "./build-error.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { once } from "./once.mjs";
import { progress } from "./progress.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const PACKAGES = [
  "domain",
  "content",
  "platform",
  "read-models",
  "api",
  "projections",
  "search-indexer",
  "schedulers",
  "bin",
];
const KEEP_OLD_CHUNKS_MS = 7 * 24 * 3600 * 1000;

/**
 * Bundles the server commands into `dist/server/<command>.mjs` when their sources changed. Packages from npm stay
 * outside; lazy imports become chunks of their own, so that what is not used is not loaded.
 */
export async function buildServer(root, commands) {
  const sources = [...PACKAGES.map((name) => join(name, "src")), join("bin", "run"), "package-lock.json"];
  const wanted = fingerprint(root, sources);
  const stamp = join(root, "dist", "server.stamp");
  const done = () => (readdir(join(root, "dist", "server")).length > 0 ? readStamp(stamp) : undefined);
  await once(join(root, "dist", ".building-server"), done, wanted, async () => {
    progress("Building the server");
    await bundle(root, commands);
    writeStamp(stamp, wanted);
  });
}

async function bundle(root, commands) {
  const { build, stop } = await import("esbuild");
  const temporary = mkdtempSync(join(root, "dist", "server-"));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: commands.map((command) => join(root, "bin", "src", `${command}.ts`)),
      outdir: temporary,
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
      plugins: [workspacePackages(root), sourceLocations(root)],
    });
    publish(temporary, join(root, "dist", "server"));
  } catch (error) {
    throw new BuildError("The server could not be built; the message stands above.", { cause: error });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    await stop();
  }
}

/** Workspace packages are bundled although npm packages are not: `@daybook/domain/ids` is `domain/src/ids.ts`. */
function workspacePackages(root) {
  return {
    name: "workspace-packages",
    setup(build) {
      build.onResolve({ filter: /^@daybook\// }, ({ path }) => {
        const [, name, ...rest] = path.split("/");
        return { path: `${join(root, name, "src", ...rest)}.ts` };
      });
    },
  };
}

/** Code that looks for files beside its source finds them from the bundle as well. */
function sourceLocations(root) {
  return {
    name: "source-locations",
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (!text.includes("import.meta.")) return undefined;
        const unknown = /import\.meta\.(?!url\b)\w+/.exec(text);
        if (unknown)
          return {
            errors: [{ text: `${unknown[0]} means another place in the bundle; use import.meta.url` }],
          };
        const location = JSON.stringify(`../../${relative(root, path).split(sep).join("/")}`);
        return {
          contents: text.replaceAll("import.meta.url", `new URL(${location}, import.meta.url).href`),
          loader: "ts",
        };
      });
    },
  };
}

/**
 * Moves the built files into place without a moment in which a command is missing. Chunks are named by their content,
 * so those of the build before stay valid for processes that still run from it; they are removed days later.
 */
function publish(from, to) {
  mkdirSync(to, { recursive: true });
  const isChunk = (name) => name.startsWith("chunk-");
  const names = readdir(from).sort((a, b) => Number(isChunk(b)) - Number(isChunk(a)));
  for (const name of names) renameSync(join(from, name), join(to, name));
  for (const name of readdir(to)) {
    const path = join(to, name);
    if (!names.includes(name) && Date.now() - statSync(path).mtimeMs > KEEP_OLD_CHUNKS_MS) rmSync(path);
  }
}

function readdir(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
