import { expect, test } from "vitest";
import { createTurns } from "./in-turn.ts";

test("work of one key runs in its order, past failures; that of another beside it", async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = inTurn("a", async () => {
    await held;
    seen.push("a1");
    throw new Error("failed");
  });
  const second = inTurn("a", async () => seen.push("a2"));
  await inTurn("b", async () => seen.push("b1"));
  expect(seen).toEqual(["b1"]);
  release();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(seen).toEqual(["b1", "a1", "a2"]);
});
