/** Tells the person at the terminal what takes time now. */
export function progress(step) {
  process.stdout.write(`${step} …\n`);
}
