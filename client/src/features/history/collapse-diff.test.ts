import fc from "fast-check";
import { expect, test } from "vitest";
import { collapseDiff, type Piece } from "./collapse-diff.ts";

const equal = (text: string): Piece => ({ op: "equal", text });
const insert = (text: string): Piece => ({ op: "insert", text });
const repeatWord = (count: number) => "word ".repeat(count);

test("short texts do not collapse", () => {
  const diff = [equal(repeatWord(20)), insert("new "), equal(repeatWord(20))];
  expect(collapseDiff(diff)).toEqual(diff);
});

test("a long unchanged passage keeps its parts next to a change", () => {
  const collapsedDiff = collapseDiff([
    equal(repeatWord(500)),
    insert("new "),
    equal(repeatWord(500)),
    insert("newer "),
  ]);
  expect(collapsedDiff.map(({ op }) => op)).toEqual([
    "collapsed",
    "equal",
    "insert",
    "equal",
    "collapsed",
    "equal",
    "insert",
  ]);
  const [firstPiece, , , , middlePiece] = collapsedDiff;
  expect(firstPiece).toEqual({ op: "collapsed", words: 468 });
  expect(middlePiece?.op === "collapsed" && middlePiece.words).toBeLessThan(470);
});

test("two long paragraphs without spaces do not collapse, because no word would be hidden", () => {
  const paragraph = "字".repeat(250);
  const diff = [insert("new "), equal(`${paragraph}\n${paragraph}`), insert("newer ")];
  expect(collapseDiff(diff)).toEqual(diff);
});

test("the words of visible and collapsed parts add up to all words", () => {
  const operation = fc.constantFrom<Piece["op"]>("equal", "insert", "delete");
  const piece = fc.record({ op: operation, text: fc.oneof(fc.string(), fc.lorem({ maxCount: 200 })) });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (diff) => {
      const count = (text: string) => text.match(/\S+/gu)?.length ?? 0;
      const wordCount = diff.reduce((sum, { text }) => sum + count(text), 0);
      const countAfterCollapse = collapseDiff(diff).reduce(
        (sum, piece) => sum + (piece.op === "collapsed" ? piece.words : count(piece.text)),
        0,
      );
      // A long word is cut, and counts in both parts.
      expect(countAfterCollapse - wordCount).toBeGreaterThanOrEqual(0);
      expect(countAfterCollapse - wordCount).toBeLessThanOrEqual(2 * diff.length);
    }),
  );
});
