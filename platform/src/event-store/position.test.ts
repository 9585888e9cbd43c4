import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePositions, parsePosition, toPosition } from "./position.ts";

const position = fc.bigInt({ min: 0n, max: 2n ** 128n });

test("positions compare as numbers, beyond what a double holds, and can be stored as text", () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      const [left, right] = [parsePosition(String(toPosition(a))), parsePosition(String(toPosition(b)))];
      expect(Math.sign(comparePositions(left, right))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test("null comes before every position", () => {
  expect(comparePositions(null, toPosition(0))).toBeLessThan(0);
  expect(comparePositions(toPosition(0), null)).toBeGreaterThan(0);
  expect(comparePositions(null, null)).toBe(0);
});

test.each(["", "-1", "1.5", "1e3", " 1", "x"])("%j is not a position", (text) => {
  expect(() => parsePosition(text)).toThrow("not a position");
});
