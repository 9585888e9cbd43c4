/**
 * A body as a tree, in TipTap's JSON format. The server builds it from HTML, the browser gets it from the editor.
 * Both derive text and word count from it with the same code.
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

/** All marks in the order in which the editor nests them, the outermost first. */
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

/** True when two marks have the same name and attributes. */
export function isSameMark(one: DocMark | undefined, other: DocMark | undefined): boolean {
  if (one === other) return true;
  if (one?.type !== other?.type) return false;
  const names = new Set([...Object.keys(one?.attrs ?? {}), ...Object.keys(other?.attrs ?? {})]);
  for (const name of names) if (one?.attrs?.[name] !== other?.attrs?.[name]) return false;
  return true;
}

/** True when two lists have the same marks in the same order. */
export function sameMarks(one: readonly DocMark[] = [], other: readonly DocMark[] = []): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((mark, index) => isSameMark(mark, other[index]));
}
