/**
 * A body as a tree, in the shape in which TipTap writes JSON. The server makes it from HTML without an editor, the
 * browser gets it from the editor, and text, words and HTML are read from it alike.
 */
export type DocNode = {
  readonly type?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly DocNode[] | undefined;
  readonly marks?: readonly DocMark[] | undefined;
  readonly text?: string | undefined;
};

/** A mark on a piece of inline content. */
export type DocMark = {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
};

/** The marks from the outermost to the innermost, as the editor nests them. */
export const markOrder = [
  "link",
  "textStyle",
  "bold",
  "italic",
  "underline",
  "strike",
  "highlight",
  "code",
  "subscript",
  "superscript",
] as const;

/** The name of a mark. */
export type MarkName = (typeof markOrder)[number];

/** True when two pieces of inline content carry the same mark: name and attributes. */
export function isSameMark(one: DocMark | undefined, other: DocMark | undefined): boolean {
  if (one === other) return true;
  if (one?.type !== other?.type) return false;
  const names = new Set([...Object.keys(one?.attrs ?? {}), ...Object.keys(other?.attrs ?? {})]);
  for (const name of names) if (one?.attrs?.[name] !== other?.attrs?.[name]) return false;
  return true;
}

/** True when two pieces of inline content carry the same marks in the same order. */
export function sameMarks(one: readonly DocMark[] = [], other: readonly DocMark[] = []): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((mark, at) => isSameMark(mark, other[at]));
}
