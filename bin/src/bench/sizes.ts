import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, type Figure, figure, type Measurement } from "./figure.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const rowPattern = /^(shell|logged-in|editor)\s+([\d.]+) kB of (\d+)/gm;

/** The sizes of the shell, of what all logged-in pages add to it, and of the editor library. `npm run validate` also checks them. */
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
    if (figures.length !== 3) throw new Error("Build the client first: npm run build.");
    return figures;
  },
};
