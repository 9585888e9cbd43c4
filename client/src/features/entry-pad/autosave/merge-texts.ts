import { blocksOf } from "../editor/body.ts";
import type { Writing } from "./writing.ts";

type TitleAndBody = Pick<Writing, "title" | "body">;

/** A change of the base: `blocks` replace the blocks of the base from index `from` up to, but not including, `to`. */
type Change = { readonly from: number; readonly to: number; readonly blocks: readonly string[] };

/** The maximum number of pairs of blocks to compare, which takes about a tenth of a second. */
const maxPairs = 4_000_000;

/** The changes from one list of blocks to another, by their longest common subsequence; null when the lists are too long to compare. */
function changesBetween(base: readonly string[], next: readonly string[]): readonly Change[] | null {
  let start = 0;
  while (start < base.length && start < next.length && base[start] === next[start]) start += 1;
  let [baseEnd, nextEnd] = [base.length, next.length];
  while (baseEnd > start && nextEnd > start && base[baseEnd - 1] === next[nextEnd - 1]) {
    baseEnd -= 1;
    nextEnd -= 1;
  }
  const [rows, columns] = [baseEnd - start, nextEnd - start];
  if (rows * columns > maxPairs) return null;
  // lengths[row][column]: the length of the longest common subsequence of the blocks from there to the end.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const length = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isSame = base[start + row] === next[start + column];
      lengths[row]![column] = isSame
        ? length(row + 1, column + 1) + 1
        : Math.max(length(row + 1, column), length(row, column + 1));
    }
  }
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  let from: readonly [number, number] = [0, 0];
  /** Adds the change since the last equal block, if there is one. */
  const addChange = (): void => {
    if (row === from[0] && column === from[1]) return;
    changes.push({
      from: start + from[0],
      to: start + row,
      blocks: next.slice(start + from[1], start + column),
    });
  };
  while (row < rows && column < columns) {
    if (base[start + row] === next[start + column]) {
      addChange();
      row += 1;
      column += 1;
      from = [row, column];
    } else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
  [row, column] = [rows, columns];
  addChange();
  return changes;
}

const isSameChange = (left: Change, right: Change): boolean =>
  left.from === right.from && left.to === right.to && left.blocks.join("\n") === right.blocks.join("\n");

/** True when two different changes overlap, or insert at the same place. */
function areInConflict(left: Change, right: Change): boolean {
  if (isSameChange(left, right)) return false;
  const areInsertions = left.from === left.to && right.from === right.to;
  return areInsertions ? left.from === right.from : left.from < right.to && right.from < left.to;
}

function mergedBody(base: string, mine: string, theirs: string): string | null {
  const blocks = blocksOf(base);
  const myChanges = changesBetween(blocks, blocksOf(mine));
  const theirChanges = changesBetween(blocks, blocksOf(theirs));
  if (!myChanges || !theirChanges) return null;
  if (myChanges.some((change) => theirChanges.some((theirChange) => areInConflict(change, theirChange))))
    return null;
  const allChanges = [
    ...myChanges,
    ...theirChanges.filter((theirChange) => !myChanges.some((change) => isSameChange(change, theirChange))),
  ];
  const mergedBlocks = [...blocks];
  // Applied from the end, so that earlier positions stay valid. Blocks inserted before a changed block stay before it.
  for (const { from, to, blocks: newBlocks } of allChanges.toSorted(
    (a, b) => b.from - a.from || b.to - a.to,
  )) {
    mergedBlocks.splice(from, to - from, ...newBlocks);
  }
  return mergedBlocks.join("");
}

function mergedTitle(base: string, mine: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs;
  return theirs === base ? mine : null;
}

/** Merges two changed versions of one text. Returns null when the changes are in conflict, or when the texts are too long to compare. */
export function mergeTexts(
  base: TitleAndBody,
  mine: TitleAndBody,
  theirs: TitleAndBody,
): TitleAndBody | null {
  const title = mergedTitle(base.title.trim(), mine.title.trim(), theirs.title.trim());
  const body = title === null ? null : mergedBody(base.body, mine.body, theirs.body);
  return title === null || body === null ? null : { title, body };
}
