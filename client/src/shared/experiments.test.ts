import { expect, test } from "vitest";
import { experimentGroups } from "./experiments.ts";

function memoryStorage(values: Record<string, string> = {}) {
  const storedItems = new Map(Object.entries(values));
  return {
    all: storedItems,
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
  };
}

test.each([
  [0, "a"],
  [0.4999, "a"],
  [0.5, "b"],
  [0.9999, "b"],
])("a random number of %d gives group %s, which is stored", (randomNumber, group) => {
  const storage = memoryStorage();
  expect(
    experimentGroups(
      () => randomNumber,
      () => storage,
    ),
  ).toEqual({ pro_form_carousel: group });
  expect(
    experimentGroups(
      () => (randomNumber + 0.5) % 1,
      () => storage,
    ),
  ).toEqual({ pro_form_carousel: group });
});

test("an invalid stored group is replaced", () => {
  const storage = memoryStorage({ "daybook-experiment-pro_form_carousel": "c" });
  expect(
    experimentGroups(
      () => 0.7,
      () => storage,
    ),
  ).toEqual({ pro_form_carousel: "b" });
  expect(storage.all.get("daybook-experiment-pro_form_carousel")).toBe("b");
});

test("without storage, a group is assigned too", () => {
  const refuseStorage = () => {
    throw new Error("refused");
  };
  expect(experimentGroups(() => 0.2, refuseStorage)).toEqual({ pro_form_carousel: "a" });
});
