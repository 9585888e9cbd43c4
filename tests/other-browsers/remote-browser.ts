import { type ChildProcess, spawn } from "node:child_process";

/** Actions of a keyboard or a pointer, in the form that WebDriver and WebDriver BiDi share (https://www.w3.org/TR/webdriver2/#actions). */
export type InputSource = { type: "key" | "pointer"; id: string; actions: readonly object[] };

/** One page of a browser that is controlled from outside. */
export type RemoteBrowser = {
  /** Opens a URL and waits until it has loaded. */
  navigate(url: string): Promise<void>;
  /** Calls a function in the page, given as its source text, with one argument. The argument and the result are JSON values. */
  call(functionText: string, argument: unknown): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Ends the browser and its child processes. */
  close(): Promise<void>;
};

/**
 * Starts a program in its own process group, so that {@link endProgram} can also end its children. Ignores its output. The program
 * also ends with this process, for example after a timeout.
 */
export function startProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = spawn(path, args, { env: { ...process.env, ...env }, stdio: "ignore", detached: true });
  const endWithProcess = () => void endProgram(program);
  process.once("exit", endWithProcess);
  program.once("exit", () => process.off("exit", endWithProcess));
  return program;
}

/** Ends a program that {@link startProgram} started, and its children. */
export async function endProgram(program: ChildProcess): Promise<void> {
  if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
  const exited = new Promise((resolve) => program.once("exit", resolve));
  process.kill(-program.pid, "SIGKILL");
  await exited;
}
