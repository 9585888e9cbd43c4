import { type DocMark, type DocNode, sameMarks } from "./document.ts";
import { trimEnd, trimStart } from "./trim-space.ts";

/** A piece of inline content while its block is open. */
type Inline = {
  readonly type: string;
  readonly attrs?: DocNode["attrs"];
  readonly marks: readonly DocMark[];
  text: string;
};

/** The block that inline content goes into. `given` when the source had an element for it. */
type OpenBlock = {
  readonly type: string;
  readonly attrs?: DocNode["attrs"];
  readonly given: boolean;
  inline: Inline[];
};

const space = /[ \t\n\r\f]+/g;
const blank = /^[ \t\n\r\f]*$/;

/** Space with a line break in it was made by a program that indents its source; spaces alone were typed. */
const markSourceSpace = (text: string): string =>
  text.replace(space, (run) => (/[\n\r\f]/.test(run) ? "\n" : run));

/**
 * Collects the blocks of one container from a walk over HTML: inline content without a block gets a paragraph, and a block
 * inside a paragraph ends it, as in the editor.
 */
export class BlockBuilder {
  /** Alignment of the paragraphs that the source has no element for. */
  align: string | null;
  readonly #blocks: DocNode[] = [];
  #open: OpenBlock | null = null;

  constructor(align: string | null) {
    this.align = align;
  }

  /** Whether a heading or paragraph of the source is open and has nothing in it yet. */
  get isFresh(): boolean {
    return this.#open !== null && this.#open.given && this.#open.inline.length === 0;
  }

  /** Adds text. Its line breaks count as spaces, and space between blocks does not count. */
  text(value: string, marks: readonly DocMark[]): void {
    if (value === "" || (this.#open === null && blank.test(value))) return;
    const text = markSourceSpace(value);
    const { inline } = this.#opened();
    const last = inline.at(-1);
    if (last?.type === "text" && sameMarks(last.marks, marks)) last.text += text;
    else inline.push({ type: "text", marks, text });
  }

  /** Adds an image or a line break. */
  leaf(type: string, attrs: DocNode["attrs"], marks: readonly DocMark[]): void {
    this.#opened().inline.push({ type, ...(attrs && { attrs }), marks, text: "" });
  }

  /** Opens a paragraph or heading of the source. */
  open(type: string, attrs: DocNode["attrs"]): void {
    this.close();
    this.#open = { type, ...(attrs && { attrs }), given: true, inline: [] };
  }

  /** Where a block begins or ends that means nothing to the editor: what was open ends, unless it just began. */
  boundary(): void {
    if (!this.isFresh) this.close();
  }

  /** Ends the open block. */
  close(): void {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    const inline = settle(open.inline, open.given);
    if (inline.length === 0 && !open.given && !open.inline.some(({ type }) => type === "hardBreak")) return;
    this.#blocks.push({
      type: open.type,
      ...(open.attrs && { attrs: open.attrs }),
      ...(inline.length > 0 && { content: inline }),
    });
  }

  /** Adds a finished block. A heading that only wraps it leaves no empty line. */
  push(block: DocNode): void {
    if (this.isFresh) this.#open = null;
    this.close();
    this.#blocks.push(block);
  }

  /** The blocks, all of them ended. */
  finish(): DocNode[] {
    this.close();
    return this.#blocks;
  }

  #opened(): OpenBlock {
    const attrs = this.align === null ? undefined : { textAlign: this.align };
    this.#open ??= { type: "paragraph", ...(attrs && { attrs }), given: false, inline: [] };
    return this.#open;
  }
}

/** Decides which space counts, and leaves out what is empty. */
function settle(pieces: readonly Inline[], given: boolean): DocNode[] {
  let before = "\n";
  for (const piece of pieces) {
    if (piece.type === "text") {
      // A break of the source beside other space, or where a line begins, is no space of the text.
      if (/[ \t\n]/.test(before) && piece.text.startsWith("\n")) piece.text = piece.text.slice(1);
      before = piece.text.at(-1) ?? before;
    } else before = piece.type === "hardBreak" ? "\n" : "x";
  }
  let after = "\n";
  for (const piece of pieces.toReversed()) {
    if (piece.type === "text") {
      if (after === "\n" && piece.text.endsWith("\n")) piece.text = piece.text.slice(0, -1);
      after = piece.text === "" ? after : "x";
    } else after = piece.type === "hardBreak" ? "\n" : "x";
  }
  const kept = pieces.filter(({ type, text }) => type !== "text" || text !== "");
  for (const piece of kept) piece.text = piece.text.replaceAll("\n", " ");
  return (given ? kept : trim(kept)).map(({ type, attrs, marks, text }) => ({
    type,
    ...(attrs && { attrs }),
    ...(marks.length > 0 && { marks }),
    ...(type === "text" && { text }),
  }));
}

/** A paragraph that no element of the source stands for: space at its edges and a last line break are not seen. */
function trim(pieces: readonly Inline[]): Inline[] {
  const kept = [...pieces];
  while (kept[0]?.type === "text") {
    kept[0].text = trimStart(kept[0].text);
    if (kept[0].text !== "") break;
    kept.shift();
  }
  if (kept.at(-1)?.type === "hardBreak") kept.pop();
  for (let last = kept.at(-1); last?.type === "text"; last = kept.at(-1)) {
    last.text = trimEnd(last.text);
    if (last.text !== "") break;
    kept.pop();
  }
  return kept;
}
