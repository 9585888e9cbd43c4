import fc from "fast-check";
import { expect, test } from "vitest";
import { foldDiff, type Piece } from "./fold-diff.ts";

const equal = (text: string): Piece => ({ op: "equal", text });
const insert = (text: string): Piece => ({ op: "insert", text });
const words = (count: number) => "word ".repeat(count);

test("short texts do not collapse", () => {
  const diff = [equal(words(20)), insert("new "), equal(words(20))];
  expect(foldDiff(diff)).toEqual(diff);
});

test("a long unchanged passage keeps its parts next to a change", () => {
  const foldedDiff = foldDiff([equal(words(500)), insert("new "), equal(words(500)), insert("newer ")]);
  expect(foldedDiff.map(({ op }) => op)).toEqual([
    "folded",
    "equal",
    "insert",
    "equal",
    "folded",
    "equal",
    "insert",
  ]);
  const [firstPiece, , , , middlePiece] = foldedDiff;
  expect(firstPiece).toEqual({ op: "folded", words: 468 });
  expect(middlePiece?.op === "folded" && middlePiece.words).toBeLessThan(470);
});

test("shown and collapsed parts together are the whole text", () => {
  const op = fc.constantFrom<Piece["op"]>("equal", "insert", "delete");
  const piece = fc.record({ op, text: fc.oneof(fc.string(), fc.lorem({ maxCount: 200 })) });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (diff) => {
      const count = (text: string) => text.match(/\S+/gu)?.length ?? 0;
      const wordCount = diff.reduce((sum, { text }) => sum + count(text), 0);
      const visibleWords = foldDiff(diff).reduce(
        (sum, piece) => sum + (piece.op === "folded" ? piece.words : count(piece.text)),
        0,
      );
      // A long word is cut, and counts in both parts.
      expect(visibleWords - wordCount).toBeGreaterThanOrEqual(0);
      expect(visibleWords - wordCount).toBeLessThanOrEqual(2 * diff.length);
    }),
  );
});
