import { createHash } from "node:crypto";

/** One text that was sent for an entry, under one `Idempotency-Key` however often it was sent. */
export type Write = { readonly mark: string; acknowledged: boolean };

/** An entry as its writer knows it: the texts in the order in which they were sent. */
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

/** The text that belongs to a mark: it begins with the mark, and its length (a few words to some hundred) varies with it. */
export function textOf(mark: string): string {
  const digest = createHash("sha256").update(mark).digest();
  const count = 3 + (digest.readUInt16BE(0) % (digest[2]! < 16 ? 1_200 : 120));
  const chosen = Array.from(
    { length: count },
    (_, index) => words[digest[index % digest.length]! % words.length],
  );
  return `${mark} ${chosen.join(" ")}`;
}

/** The same as the editor sends it. */
export const htmlOf = (mark: string): string => `<p>${textOf(mark)}</p>`;

/** The mark that a text begins with, when the whole text is the one that belongs to it. */
export function markOf(text: string): string | null {
  const mark = text.split(" ", 1)[0] ?? "";
  return textOf(mark) === text ? mark : null;
}

/** What the product has of an entry: the text as it is, and that of every version, in any order. */
export type FoundEntry = { readonly text: string; readonly versions: readonly string[] };

/** The first thing that is wrong with an entry, as a sentence, or `null`: every acknowledged text once, and the newest last. */
export function violationOf({ id, writes }: EntryRecord, found: FoundEntry): string | null {
  const counts = new Map<string, number>();
  for (const text of found.versions) {
    const mark = markOf(text);
    if (mark === null) return `entry ${id} has a version whose text nobody sent`;
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const sent = new Set(writes.map(({ mark }) => mark));
  for (const [mark, count] of counts) {
    if (!sent.has(mark)) return `entry ${id} has a version ${mark} that was sent for another entry`;
    if (count > 1) return `entry ${id} has the version ${mark} ${count} times`;
  }
  const lost = writes.find(({ mark, acknowledged }) => acknowledged && !counts.has(mark));
  if (lost) return `entry ${id} has lost the acknowledged version ${lost.mark}`;
  return currentViolationOf({ id, writes }, found.text);
}

/** The same for the text as it is alone: the latest that was acknowledged, or one that was sent after it. */
export function currentViolationOf(
  { id, writes }: Pick<EntryRecord, "id" | "writes">,
  text: string,
): string | null {
  const mark = markOf(text);
  const at = writes.findIndex((write) => write.mark === mark);
  const latest = writes.findLastIndex(({ acknowledged }) => acknowledged);
  if (at >= latest && at >= 0) return null;
  return `entry ${id} has the text of ${mark ?? "nobody"} where ${writes[latest]?.mark ?? "none"} was acknowledged`;
}
