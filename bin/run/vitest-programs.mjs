import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { replaceProgramUrls } from "./bundle-program.mjs";

/** A Vitest plugin: bundles the programs of worker threads, because the oldest Node that we support runs no TypeScript. */
export function threadPrograms(root) {
  const folder = join(root, "dist", "test-programs");
  const writeOutput = ({ name, contents }) => {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    // Renamed into place, because test processes may write the same file at the same time.
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
    return `new URL(${JSON.stringify(pathToFileURL(path).href)})`;
  };
  return {
    name: "thread-programs",
    enforce: "pre",
    async transform(code, id) {
      if (!id.endsWith(".ts") || !code.includes("-program.ts")) return undefined;
      return { code: await replaceProgramUrls(root, id, code, writeOutput), map: null };
    },
  };
}
