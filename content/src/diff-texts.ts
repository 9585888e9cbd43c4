import { diffArrays } from "diff";

/** A piece of two texts: in both, only in the newer, or only in the older. */
export type TextChange = { op: "equal" | "insert" | "delete"; text: string };

/** Comparing takes time and memory with the square of the number of changes; past these, larger pieces are compared. */
const mostChangedLines = 500;
const mostChangedWords = 1_000;

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const oneByOne = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const part = new RegExp(
  `[${oneByOne}]|(?:(?![${oneByOne}])[\\p{L}\\p{N}\\p{M}'’\\u200C\\u200D-])+|\\n|[^\\S\\n]+|.`,
  "gsu",
);
const partsOf = (text: string): string[] => text.match(part) ?? [];

function compare(from: string[], to: string[], mostChanges: number): TextChange[] | null {
  const changes = diffArrays(from, to, { maxEditLength: mostChanges });
  return (
    changes?.map(({ added, removed, value }) => ({
      op: added ? "insert" : removed ? "delete" : "equal",
      text: value.join(""),
    })) ?? null
  );
}

const replaced = (from: string, to: string): TextChange[] => [
  { op: "delete", text: from },
  { op: "insert", text: to },
];

/** What came and went between two equal pieces, each as one piece; a space between two changes belongs to both. */
function tidy(changes: readonly TextChange[]): TextChange[] {
  const tidied: TextChange[] = [];
  let deleted = "";
  let inserted = "";
  const flush = (): void => {
    if (deleted !== "") tidied.push({ op: "delete", text: deleted });
    if (inserted !== "") tidied.push({ op: "insert", text: inserted });
    deleted = inserted = "";
  };
  for (const [at, { op, text }] of changes.entries()) {
    const next = changes[at + 1]?.op;
    const isGap = op === "equal" && next !== undefined && next !== "equal" && /^[^\S\n]+$/.test(text);
    if (op === "delete") deleted += text;
    else if (op === "insert") inserted += text;
    else if (isGap && deleted !== "" && inserted !== "") {
      deleted += text;
      inserted += text;
    } else {
      flush();
      const last = tidied.at(-1);
      if (last?.op === "equal") last.text += text;
      else if (text !== "") tidied.push({ op, text });
    }
  }
  flush();
  return tidied;
}

/**
 * What changed between two texts: first by line, then by word within the lines that changed. Where so much changed that
 * words would take too long, whole lines are told, or the whole text. The equal and deleted pieces together are `from`, the
 * equal and inserted ones are `to`; a deletion comes before the insertion that replaces it.
 */
export function diffTexts(from: string, to: string): TextChange[] {
  const byLine = compare(linesOf(from), linesOf(to), mostChangedLines) ?? replaced(from, to);
  return tidy(
    tidy(byLine).flatMap((change, at, all) => {
      const next = all[at + 1];
      if (change.op === "insert" && all[at - 1]?.op === "delete") return [];
      if (change.op !== "delete" || next?.op !== "insert") return [change];
      return (
        compare(partsOf(change.text), partsOf(next.text), mostChangedWords) ??
        replaced(change.text, next.text)
      );
    }),
  );
}
