import { spawn } from "node:child_process";

/**
 * Runs a JavaScript program with this Node, with output to the terminal. Resolves with the exit code. The program has a
 * process of its own, so its memory is free again before the command of Daybook runs.
 */
export function runNode(program, parameters, options = {}) {
  return runProgram(process.execPath, [program, ...parameters], options);
}

/** Runs a program with output to the terminal. Resolves with the exit code. */
export function runProgram(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
