import { type DocMark, type DocNode, areSameMarks } from "./document.ts";
import { trimEnd, trimStart } from "./trim-space.ts";

/** A piece of inline content in an open block. */
type Inline = {
  readonly type: string;
  readonly attrs?: DocNode["attrs"];
  readonly marks: readonly DocMark[];
  text: string;
};

/** The block that collects inline content. `isFromElement`: the source has an element for it. */
type OpenBlock = {
  readonly type: string;
  readonly attrs?: DocNode["attrs"];
  readonly isFromElement: boolean;
  inline: Inline[];
};

const space = /[ \t\n\r\f]+/g;
const blank = /^[ \t\n\r\f]*$/;

/** White space with a line break only formats the source, so it is reduced to "\n". Other white space was typed by a person and stays. */
const collapseSpace = (text: string): string =>
  text.replace(space, (run) => (/[\n\r\f]/.test(run) ? "\n" : run));

/**
 * Collects the blocks of one container while HTML is read. As in the editor, inline content without a block gets a
 * paragraph, and a block inside a paragraph ends the paragraph.
 */
export class BlockBuilder {
  /** The alignment of paragraphs that have no element in the source. */
  align: string | null;
  readonly #blocks: DocNode[] = [];
  #open: OpenBlock | null = null;

  constructor(align: string | null) {
    this.align = align;
  }

  /** True when a heading or paragraph of the source is open and still empty. */
  get hasEmptySourceBlock(): boolean {
    return this.#open !== null && this.#open.isFromElement && this.#open.inline.length === 0;
  }

  /** Adds text. Line breaks count as spaces. White space between blocks is ignored. */
  addText(value: string, marks: readonly DocMark[]): void {
    if (value === "" || (this.#open === null && blank.test(value))) return;
    const text = collapseSpace(value);
    const { inline } = this.#ensureOpen();
    const lastPiece = inline.at(-1);
    if (lastPiece?.type === "text" && areSameMarks(lastPiece.marks, marks)) lastPiece.text += text;
    else inline.push({ type: "text", marks, text });
  }

  /** Adds an image or a line break. */
  addLeaf(type: string, attrs: DocNode["attrs"], marks: readonly DocMark[]): void {
    this.#ensureOpen().inline.push({ type, ...(attrs && { attrs }), marks, text: "" });
  }

  /** Opens a paragraph or heading of the source. */
  open(type: string, attrs: DocNode["attrs"]): void {
    this.close();
    this.#open = { type, ...(attrs && { attrs }), isFromElement: true, inline: [] };
  }

  /** Call at the start and the end of an element like `<div>`. Ends the open block, unless it is a source block that is still empty. */
  addBoundary(): void {
    if (!this.hasEmptySourceBlock) this.close();
  }

  /** Ends the open block. */
  close(): void {
    const openBlock = this.#open;
    this.#open = null;
    if (!openBlock) return;
    const inline = normaliseSpace(openBlock.inline, openBlock.isFromElement);
    if (
      inline.length === 0 &&
      !openBlock.isFromElement &&
      !openBlock.inline.some(({ type }) => type === "hardBreak")
    )
      return;
    this.#blocks.push({
      type: openBlock.type,
      ...(openBlock.attrs && { attrs: openBlock.attrs }),
      ...(inline.length > 0 && { content: inline }),
    });
  }

  /** Adds a finished block. Drops an empty heading or paragraph that is open, because it only wraps the block. */
  push(block: DocNode): void {
    if (this.hasEmptySourceBlock) this.#open = null;
    this.close();
    this.#blocks.push(block);
  }

  /** Ends the open block and returns all blocks. */
  finish(): DocNode[] {
    this.close();
    return this.#blocks;
  }

  #ensureOpen(): OpenBlock {
    const attrs = this.align === null ? undefined : { textAlign: this.align };
    this.#open ??= { type: "paragraph", ...(attrs && { attrs }), isFromElement: false, inline: [] };
    return this.#open;
  }
}

/** Stands for any character that is not white space. */
const visibleCharacter = "x";

/** Removes white space that browsers do not show, and empty pieces. */
function normaliseSpace(pieces: readonly Inline[], isFromElement: boolean): DocNode[] {
  let characterBefore = "\n";
  for (const piece of pieces) {
    if (piece.type === "text") {
      // A line break after other space or at the start of a line is not visible.
      if (/[ \t\n]/.test(characterBefore) && piece.text.startsWith("\n")) piece.text = piece.text.slice(1);
      characterBefore = piece.text.at(-1) ?? characterBefore;
    } else characterBefore = piece.type === "hardBreak" ? "\n" : visibleCharacter;
  }
  let characterAfter = "\n";
  for (const piece of pieces.toReversed()) {
    if (piece.type === "text") {
      if (characterAfter === "\n" && piece.text.endsWith("\n")) piece.text = piece.text.slice(0, -1);
      characterAfter = piece.text === "" ? characterAfter : visibleCharacter;
    } else characterAfter = piece.type === "hardBreak" ? "\n" : visibleCharacter;
  }
  const nonEmptyPieces = pieces.filter(({ type, text }) => type !== "text" || text !== "");
  for (const piece of nonEmptyPieces) piece.text = piece.text.replaceAll("\n", " ");
  return (isFromElement ? nonEmptyPieces : trim(nonEmptyPieces)).map(({ type, attrs, marks, text }) => ({
    type,
    ...(attrs && { attrs }),
    ...(marks.length > 0 && { marks }),
    ...(type === "text" && { text }),
  }));
}

/** Removes white space at both ends of a paragraph that has no element in the source, and its last line break. */
function trim(pieces: readonly Inline[]): Inline[] {
  const trimmedPieces = [...pieces];
  while (trimmedPieces[0]?.type === "text") {
    trimmedPieces[0].text = trimStart(trimmedPieces[0].text);
    if (trimmedPieces[0].text !== "") break;
    trimmedPieces.shift();
  }
  if (trimmedPieces.at(-1)?.type === "hardBreak") trimmedPieces.pop();
  for (let lastPiece = trimmedPieces.at(-1); lastPiece?.type === "text"; lastPiece = trimmedPieces.at(-1)) {
    lastPiece.text = trimEnd(lastPiece.text);
    if (lastPiece.text !== "") break;
    trimmedPieces.pop();
  }
  return trimmedPieces;
}
