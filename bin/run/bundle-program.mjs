import { createHash } from "node:crypto";
import { dirname, join } from "node:path";

/** Matches the expression for the URL of a worker thread's program. The program is in the same folder as the source file that names it. */
const programUrl = /new URL\("(\.\/[\w-]+-program\.ts)", import\.meta\.url\)/g;

/** Resolves workspace packages: `@daybook/domain/kernel/ids` is `domain/src/kernel/ids.ts`. */
export function workspacePackages(root) {
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

/**
 * Bundles the program of a worker thread into one file. The file name contains a hash of the content. So a running server does
 * not load the program of a later build.
 */
export async function bundleProgram(root, source) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: "inline",
    write: false,
    logLevel: "error",
    plugins: [workspacePackages(root)],
  });
  const { contents } = outputFiles[0];
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 12);
  return { name: `chunk-thread-${hash}.mjs`, contents };
}

/**
 * Replaces the URLs of programs in a source by those of their bundles.
 *
 * @param writeOutput stores a bundle and returns the JavaScript expression of its URL
 */
export async function replaceProgramUrls(root, path, text, writeOutput) {
  let newText = text;
  for (const [expression, file] of text.matchAll(programUrl)) {
    const url = await writeOutput(await bundleProgram(root, join(dirname(path), file)));
    newText = newText.replace(expression, () => url);
  }
  return newText;
}
