import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const thisCheckout = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a program and returns its standard output. Throws with its output when it fails. */
export function runProgram(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, parameters, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output.stdout);
      else reject(new ProgramFailed(`${program} ${parameters.join(" ")}`, output));
    });
  });
}

/** A program ended with another exit code than 0. */
export class ProgramFailed extends Error {
  override readonly name = "ProgramFailed";
  readonly stdout: string;
  constructor(command: string, output: { readonly stdout: string; readonly stderr: string }) {
    super(`${command} failed:\n${output.stderr.trim()}`);
    this.stdout = output.stdout;
  }
}

/**
 * Checks a commit out into a temporary folder, installs the packages and builds. Then runs `work` in that folder, and deletes the
 * folder. The commit is anything that Git resolves: a hash, a branch, `HEAD~3`.
 */
export async function withCheckout<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const hash = await runProgram("git", ["rev-parse", "--verify", `${commit}^{commit}`], thisCheckout).catch(
    () => {
      throw new Error(`Git does not know the commit ${commit}.`);
    },
  );
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybook-against-")));
  const folder = join(root, "checkout");
  try {
    await runProgram("git", ["worktree", "add", "--detach", folder, hash.trim()], thisCheckout);
    await runProgram(process.execPath, ["bin/run.mjs", "build"], folder);
    return await work(folder);
  } finally {
    await rm(root, { recursive: true, force: true });
    await runProgram("git", ["worktree", "prune"], thisCheckout);
  }
}
