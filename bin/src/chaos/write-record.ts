import { createHash } from "node:crypto";

/** A text that was sent for an entry, perhaps several times with the same `Idempotency-Key`. `mark` is a word that identifies it. */
export type Write = { readonly mark: string; acknowledged: boolean };

/** An entry with its texts in the order in which they were sent. */
export type EntryRecord = { id: number | null; revision: number; readonly writes: Write[] };

const words = [
  "ink",
  "harbour",
  "quiet",
  "Thursday",
  "наперёд",
  "naïve",
  "office",
  "rain",
  "🕯️",
  "supper",
  "letter",
];

/** Makes the text of a mark. The text begins with the mark; its length and its other words depend only on the mark. */
export function textOf(mark: string): string {
  const digest = createHash("sha256").update(mark).digest();
  const count = 3 + (digest.readUInt16BE(0) % (digest[2]! < 16 ? 1_200 : 120));
  const textWords = Array.from(
    { length: count },
    (_, index) => words[digest[index % digest.length]! % words.length],
  );
  return `${mark} ${textWords.join(" ")}`;
}

/** The text of a mark, as HTML from the editor. */
export const htmlOf = (mark: string): string => `<p>${textOf(mark)}</p>`;

/** The mark at the beginning of a text; `null` when the text is not exactly what {@link textOf} makes from this mark. */
export function markOf(text: string): string | null {
  const mark = text.split(" ", 1)[0] ?? "";
  return textOf(mark) === text ? mark : null;
}

/** The stored texts of an entry: the current one, and all versions in any order. */
export type StoredEntry = { readonly text: string; readonly versions: readonly string[] };

/**
 * Returns the first rule that a stored entry violates, as a sentence, or `null`. The rules: each version is a text that was sent for this
 * entry, no two versions have the same text, each acknowledged text is a version, and the current text obeys {@link currentViolationOf}.
 */
export function violationOf({ id, writes }: EntryRecord, storedEntry: StoredEntry): string | null {
  const counts = new Map<string, number>();
  for (const text of storedEntry.versions) {
    const mark = markOf(text);
    if (mark === null) return `entry ${id} has a version with an unknown text`;
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const sentMarks = new Set(writes.map(({ mark }) => mark));
  for (const [mark, count] of counts) {
    if (!sentMarks.has(mark)) return `entry ${id} has a version ${mark} that was sent for another entry`;
    if (count > 1) return `entry ${id} has the version ${mark} ${count} times`;
  }
  const lostWrite = writes.find(({ mark, acknowledged }) => acknowledged && !counts.has(mark));
  if (lostWrite) return `entry ${id} has lost the acknowledged version ${lostWrite.mark}`;
  return currentViolationOf({ id, writes }, storedEntry.text);
}

/**
 * Checks only the current text. This must be the last acknowledged text, or one that was sent later. While no text is acknowledged, each
 * text that was sent is allowed. Returns the violation as a sentence, or `null`.
 */
export function currentViolationOf(
  { id, writes }: Pick<EntryRecord, "id" | "writes">,
  text: string,
): string | null {
  const mark = markOf(text);
  const currentIndex = writes.findIndex((write) => write.mark === mark);
  const acknowledgedIndex = writes.findLastIndex(({ acknowledged }) => acknowledged);
  if (currentIndex >= acknowledgedIndex && currentIndex >= 0) return null;
  return `entry ${id} has the text of ${mark ?? "an unknown write"} where ${writes[acknowledgedIndex]?.mark ?? "none"} was acknowledged`;
}
