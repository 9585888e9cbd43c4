/** A piece of a difference, as the server tells it. */
export type Piece = { readonly op: "equal" | "insert" | "delete"; readonly text: string };

/** The same, with what is left out of a long unchanged passage; `words` of it. */
export type ShownPiece = Piece | { readonly op: "folded"; readonly words: number };

/** How much of an unchanged passage is kept beside a change, in characters, and how long it is before any is left out. */
const kept = 160;
const long = 3 * kept;

const wordsIn = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

/** The start of a text, up to the end of a word; the whole when it has no end near. */
function startOf(text: string): string {
  const end = text.slice(kept).search(/\s/u);
  return end < 0 || end > kept ? text.slice(0, kept) : text.slice(0, kept + end);
}

/** The end of a text, from the start of a word on. */
function endOf(text: string): string {
  const from = text.length - kept;
  const start = text.slice(0, from).search(/\s\S*$/u);
  return start < 0 || from - start > kept ? text.slice(from) : text.slice(start);
}

const unchanged = (text: string): Piece[] => (text === "" ? [] : [{ op: "equal", text }]);

/** Leaves out the middle of what did not change, so that the changes of a long text stand close together. */
export function foldDiff(diff: readonly Piece[]): ShownPiece[] {
  return diff.flatMap((piece, at): ShownPiece[] => {
    if (piece.op !== "equal" || piece.text.length <= long) return [piece];
    const before = at === 0 ? "" : startOf(piece.text);
    const after = at === diff.length - 1 ? "" : endOf(piece.text);
    const words = wordsIn(piece.text.slice(before.length, piece.text.length - after.length));
    return [...unchanged(before), { op: "folded", words }, ...unchanged(after)];
  });
}
