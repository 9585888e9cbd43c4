/** A progress bar: one line in a terminal, otherwise a new line for every tenth. */
export function progressBar(label: string, total: number, output: NodeJS.WriteStream = process.stderr) {
  let lastDone = -1;
  let lastTenth = -1;
  return {
    update(done: number): void {
      if (done === lastDone) return;
      lastDone = done;
      const fraction = total === 0 ? 1 : done / total;
      if (output.isTTY) {
        const filledWidth = Math.round(fraction * 30);
        output.write(
          `\r${label} [${"#".repeat(filledWidth)}${"-".repeat(30 - filledWidth)}] ${done}/${total}`,
        );
        if (done >= total) output.write("\n");
        return;
      }
      const tenth = Math.floor(fraction * 10);
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      output.write(`${label} ${done}/${total}\n`);
    },
  };
}
