/** One piece of a diff, as the server returns it. */
export type Piece = { readonly op: "equal" | "insert" | "delete"; readonly text: string };

/** A piece as it is shown: a piece of the diff, or a placeholder with the number of words that it hides. */
export type DisplayPiece = Piece | { readonly op: "collapsed"; readonly words: number };

/** At least this many characters of a collapsed passage are shown next to a change. */
const contextLength = 160;
/** A longer unchanged passage is collapsed, if that hides a word. */
const maxWholeLength = 3 * contextLength;

const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

/** The start of a text, up to the end of a word, or cut within a word when no word ends nearby. */
function startOf(text: string): string {
  const end = text.slice(contextLength).search(/\s/u);
  return end < 0 || end > contextLength ? text.slice(0, contextLength) : text.slice(0, contextLength + end);
}

/** The end of a text, from the start of a word, or cut within a word when no word starts nearby. */
function endOf(text: string): string {
  const from = text.length - contextLength;
  const start = text.slice(0, from).search(/\s\S*$/u);
  return start < 0 || from - start > contextLength ? text.slice(from) : text.slice(start);
}

const unchangedPiece = (text: string): Piece[] => (text === "" ? [] : [{ op: "equal", text }]);

/** Collapses the middle of long unchanged passages, so that the changes of a long text are close together. */
export function collapseDiff(diff: readonly Piece[]): DisplayPiece[] {
  return diff.flatMap((piece, index): DisplayPiece[] => {
    if (piece.op !== "equal" || piece.text.length <= maxWholeLength) return [piece];
    const leadingContext = index === 0 ? "" : startOf(piece.text);
    const trailingContext = index === diff.length - 1 ? "" : endOf(piece.text);
    const words = countWords(
      piece.text.slice(leadingContext.length, piece.text.length - trailingContext.length),
    );
    if (words === 0) return [piece];
    return [
      ...unchangedPiece(leadingContext),
      { op: "collapsed", words },
      ...unchangedPiece(trailingContext),
    ];
  });
}
