/** Prints the current step. */
export function progress(step) {
  process.stdout.write(`${step} …\n`);
}
