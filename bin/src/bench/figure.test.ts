import { expect, test } from "vitest";
import { atMost, percentile } from "./figure.ts";

test("a figure without samples misses its limit", () => {
  expect(atMost("required", 50, "ms", percentile([], 0.99)).isMet).toBe(false);
});
