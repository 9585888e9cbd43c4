/** A node of a body, in TipTap's JSON format. The root is a node too. */
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
export function isSameMark(a: DocMark | undefined, b: DocMark | undefined): boolean {
  if (a === b) return true;
  if (a?.type !== b?.type) return false;
  const names = new Set([...Object.keys(a?.attrs ?? {}), ...Object.keys(b?.attrs ?? {})]);
  for (const name of names) if (a?.attrs?.[name] !== b?.attrs?.[name]) return false;
  return true;
}

/** True when two lists have the same marks in the same order. */
export function areSameMarks(a: readonly DocMark[] = [], b: readonly DocMark[] = []): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((mark, index) => isSameMark(mark, b[index]));
}
