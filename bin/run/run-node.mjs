import { spawn } from "node:child_process";

/**
 * Runs a JavaScript program with this Node, its output to the terminal, and resolves with its exit code. A process of
 * its own gives its memory back, which matters where the command behind it is the whole product.
 */
export function runNode(program, parameters, options = {}) {
  return runProgram(process.execPath, [program, ...parameters], options);
}

/** Runs a program, its output to the terminal, and resolves with its exit code. */
export function runProgram(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
