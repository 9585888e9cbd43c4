import { expect, test } from "vitest";
import { compareAlternately } from "./comparison.ts";

const createRound = (order: string[], side: string, values: readonly number[]) => {
  let round = 0;
  return () => {
    order.push(side);
    return Promise.resolve([{ name: "save", value: values[round++] ?? 0, unit: "ms" }]);
  };
};

test("the order of the versions alternates between rounds", async () => {
  const order: string[] = [];
  await compareAlternately(3, createRound(order, "a", [1, 1, 1]), createRound(order, "b", [1, 1, 1]));
  expect(order.join("")).toBe("abbaab");
});

test("the ratio is the median of the rounds' ratios, because a busy machine slows both versions in the same round", async () => {
  const roundHere = createRound([], "a", [20, 200, 22]);
  const roundThere = createRound([], "b", [10, 100, 10]);
  expect(await compareAlternately(3, roundHere, roundThere)).toEqual([
    { name: "save", unit: "ms", here: 22, there: 10, ratio: { median: 2, lowest: 2, highest: 2.2 } },
  ]);
});

test("a figure that only one version has is left out", async () => {
  const roundHere = () => Promise.resolve([{ name: "new", value: 1, unit: "ms" }]);
  const roundThere = () => Promise.resolve([{ name: "old", value: 1, unit: "ms" }]);
  expect(await compareAlternately(2, roundHere, roundThere)).toEqual([]);
});
