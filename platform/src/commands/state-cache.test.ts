import { expect, test } from "vitest";
import { createStateCache } from "./state-cache.ts";

const at = (revision: number) => ({ state: `at ${revision}`, revision });

test("an older state never replaces a newer one", () => {
  const cache = createStateCache(2);
  cache.set("a", at(5));
  cache.set("a", at(4));
  expect(cache.get("a")).toEqual(at(5));
  cache.set("a", at(6));
  expect(cache.get("a")).toEqual(at(6));
});

test("when the limit is exceeded, the least recently used state is dropped", () => {
  const cache = createStateCache(2);
  cache.set("a", at(0));
  cache.set("b", at(0));
  cache.get("a");
  cache.set("c", at(0));
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([at(0), undefined, at(0)]);
  expect(cache.size).toBe(2);
});
