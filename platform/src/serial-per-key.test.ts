import { expect, test } from "vitest";
import { createSerialPerKey } from "./serial-per-key.ts";

test("work of one key runs in order, also after failures; other keys run in parallel", async () => {
  const runSerially = createSerialPerKey();
  const finishedWork: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const firstRun = runSerially("a", async () => {
    await gate;
    finishedWork.push("a1");
    throw new Error("failed");
  });
  const secondRun = runSerially("a", async () => finishedWork.push("a2"));
  await runSerially("b", async () => finishedWork.push("b1"));
  expect(finishedWork).toEqual(["b1"]);
  release();
  await expect(firstRun).rejects.toThrow("failed");
  await secondRun;
  expect(finishedWork).toEqual(["b1", "a1", "a2"]);
});
