import { diffArrays } from "diff";

/** A piece of text: in both texts (`equal`), only in the new one (`insert`), or only in the old one (`delete`). */
export type TextChange = { op: "equal" | "insert" | "delete"; text: string };

/** Limits of a comparison, because its time and memory grow with the square of the number of changes. */
const maxChangedLines = 500;
const maxChangedTokens = 1_000;

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const hanOrKana = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
/** A word, a Chinese character or kana, a line feed, a run of other white space, or any other character. */
const token = new RegExp(
  `[${hanOrKana}]|(?:(?![${hanOrKana}])[\\p{L}\\p{N}\\p{M}'’\\u200C\\u200D-])+|\\n|[^\\S\\n]+|.`,
  "gsu",
);
const tokensOf = (text: string): string[] => text.match(token) ?? [];

function compareLists(from: string[], to: string[], maxChanges: number): TextChange[] | null {
  const changes = diffArrays(from, to, { maxEditLength: maxChanges });
  return (
    changes?.map(({ added, removed, value }) => ({
      op: added ? "insert" : removed ? "delete" : "equal",
      text: value.join(""),
    })) ?? null
  );
}

const deleteAndInsert = (from: string, to: string): TextChange[] => [
  { op: "delete", text: from },
  { op: "insert", text: to },
];

/** Merges neighbouring changes into one deletion and one insertion. Also merges two replaced words across the spaces between them. */
function mergeChanges(changes: readonly TextChange[]): TextChange[] {
  const mergedChanges: TextChange[] = [];
  let deleted = "";
  let inserted = "";
  const flush = (): void => {
    if (deleted !== "") mergedChanges.push({ op: "delete", text: deleted });
    if (inserted !== "") mergedChanges.push({ op: "insert", text: inserted });
    deleted = inserted = "";
  };
  for (const [index, { op, text }] of changes.entries()) {
    const nextOp = changes[index + 1]?.op;
    const isSpaceBetweenChanges =
      op === "equal" && nextOp !== undefined && nextOp !== "equal" && /^[^\S\n]+$/.test(text);
    if (op === "delete") deleted += text;
    else if (op === "insert") inserted += text;
    else if (isSpaceBetweenChanges && deleted !== "" && inserted !== "") {
      deleted += text;
      inserted += text;
    } else {
      flush();
      const lastChange = mergedChanges.at(-1);
      if (lastChange?.op === "equal") lastChange.text += text;
      else if (text !== "") mergedChanges.push({ op, text });
    }
  }
  flush();
  return mergedChanges;
}

/**
 * Compares two texts: first by line, then by word within the changed lines. When too much changed, it reports whole
 * lines or the whole text.
 *
 * The equal and deleted pieces together are `from`; the equal and inserted ones are `to`. A deletion comes before the
 * insertion that replaces it.
 */
export function diffTexts(from: string, to: string): TextChange[] {
  const changesByLine =
    compareLists(linesOf(from), linesOf(to), maxChangedLines) ?? deleteAndInsert(from, to);
  return mergeChanges(
    mergeChanges(changesByLine).flatMap((change, index, lineChanges) => {
      const nextChange = lineChanges[index + 1];
      if (change.op === "insert" && lineChanges[index - 1]?.op === "delete") return [];
      if (change.op !== "delete" || nextChange?.op !== "insert") return [change];
      return (
        compareLists(tokensOf(change.text), tokensOf(nextChange.text), maxChangedTokens) ??
        deleteAndInsert(change.text, nextChange.text)
      );
    }),
  );
}
