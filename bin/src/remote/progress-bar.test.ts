import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { progressBar } from "./progress-bar.ts";

async function outputOf(isTTY: boolean, updates: readonly number[]): Promise<string> {
  const output = Object.assign(new PassThrough(), { isTTY });
  const bar = progressBar("Rebuilding", 100, output as unknown as NodeJS.WriteStream);
  for (const done of updates) bar.update(done);
  output.end();
  return text(output);
}

test("in a terminal the bar is one line, also when the last update is repeated", async () => {
  const output = await outputOf(true, [50, 100, 100]);
  expect(output).toBe(
    `\rRebuilding [${"#".repeat(15)}${"-".repeat(15)}] 50/100\rRebuilding [${"#".repeat(30)}] 100/100\n`,
  );
});

test("without a terminal the bar is a new line for every tenth", async () => {
  expect(await outputOf(false, [1, 9, 10, 19, 100, 100])).toBe(
    "Rebuilding 1/100\nRebuilding 10/100\nRebuilding 100/100\n",
  );
});
