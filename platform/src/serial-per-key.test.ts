import { expect, test } from "vitest";
import { createSerialPerKey } from "./serial-per-key.ts";

test("work of one key runs in order, also after failures; other keys run in parallel", async () => {
  const runSerially = createSerialPerKey();
  const seen: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const first = runSerially("a", async () => {
    await gate;
    seen.push("a1");
    throw new Error("failed");
  });
  const second = runSerially("a", async () => seen.push("a2"));
  await runSerially("b", async () => seen.push("b1"));
  expect(seen).toEqual(["b1"]);
  release();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(seen).toEqual(["b1", "a1", "a2"]);
});
