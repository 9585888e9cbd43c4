import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, type Figure, figure, type Measurement } from "./figure.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const rowPattern = /^(shell|editor)\s+([\d.]+) kB of (\d+)/gm;

/** The sizes of the shell and of the editor library in the browser, which `npm run validate` also checks. */
export const sizes: Measurement = {
  name: "sizes",
  async run() {
    const execution = promisify(execFile)(process.execPath, ["client/size-check.mjs"], { cwd: root });
    const output = await execution.then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? "",
    );
    const figures: Figure[] = [...output.matchAll(rowPattern)].map(([, name, size, limit]) =>
      figure(`${name}, gzip`, Number(size), "kB", atMost("required", Number(limit), "kB", Number(size))),
    );
    if (figures.length !== 2) throw new Error("Build the client first: npm run build.");
    return figures;
  },
};
