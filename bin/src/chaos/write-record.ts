import { createHash } from "node:crypto";

/** A text that was sent for an entry. All attempts have the same `Idempotency-Key`. */
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

/** Makes a text from a mark. It begins with the mark; its length and words depend on the mark. */
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

/** The mark of a text; `null` when the text is not exactly the one of its mark. */
export function markOf(text: string): string | null {
  const mark = text.split(" ", 1)[0] ?? "";
  return textOf(mark) === text ? mark : null;
}

/** The stored texts of an entry: the current one, and all versions in any order. */
export type StoredEntry = { readonly text: string; readonly versions: readonly string[] };

/**
 * The first violation of an entry as a sentence, or `null`. Each acknowledged text must be a version, each version must be a different
 * text that was sent for this entry, and {@link currentViolationOf} checks the current text.
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

/** Checks only the current text: it must be the last acknowledged one or one that was sent later. */
export function currentViolationOf(
  { id, writes }: Pick<EntryRecord, "id" | "writes">,
  text: string,
): string | null {
  const mark = markOf(text);
  const index = writes.findIndex((write) => write.mark === mark);
  const latest = writes.findLastIndex(({ acknowledged }) => acknowledged);
  if (index >= latest && index >= 0) return null;
  return `entry ${id} has the text of ${mark ?? "an unknown write"} where ${writes[latest]?.mark ?? "none"} was acknowledged`;
}
