import { diffArrays } from "diff";

/** A piece of two texts: in both, only in the newer, or only in the older. */
export type TextChange = { op: "equal" | "insert" | "delete"; text: string };

/** Comparing takes time quadratic in the number of changes; past this many, larger pieces are compared. */
const mostChanges = 2_000;

const words = (text: string): string[] =>
  text.match(/\s+|[\p{L}\p{N}\p{M}'’-]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function merge(changes: readonly TextChange[]): TextChange[] {
  const merged: TextChange[] = [];
  for (const change of changes) {
    const last = merged.at(-1);
    if (change.text === "") continue;
    if (last?.op === change.op) last.text += change.text;
    else merged.push({ ...change });
  }
  return merged;
}

/**
 * What changed between two texts, word by word; by paragraph where so much changed that words would take too long. The
 * equal and deleted pieces together are `from`, the equal and inserted ones are `to`.
 */
export function diffTexts(from: string, to: string): TextChange[] {
  for (const split of [words, lines]) {
    const parts = diffArrays(split(from), split(to), { maxEditLength: mostChanges });
    if (!parts) continue;
    return merge(
      parts.map(({ added, removed, value }) => ({
        op: added ? "insert" : removed ? "delete" : "equal",
        text: value.join(""),
      })),
    );
  }
  return merge([
    { op: "delete", text: from },
    { op: "insert", text: to },
  ]);
}
