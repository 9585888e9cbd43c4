/** A piece of text, and whether it is what was looked for. */
export type MarkedPiece = { readonly text: string; readonly isMatch: boolean };

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function characterOf(whole: string, code: string): string {
  if (!code.startsWith("#")) return named[code.toLowerCase()] ?? whole;
  const number = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1));
  return number > 0 && number <= 0x10_ff_ff ? String.fromCodePoint(number) : whole;
}

const unescaped = (text: string): string => text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, characterOf);

/**
 * Takes the HTML of a hit apart: escaped text with matches in `<mark>`. Whatever else looks like an element is text, so
 * nothing of it can become one.
 */
export function markedPieces(html: string): MarkedPiece[] {
  let isMatch = false;
  const pieces: MarkedPiece[] = [];
  for (const part of html.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") isMatch = part === "<mark>";
    else if (part !== "") pieces.push({ text: unescaped(part), isMatch });
  }
  return pieces;
}
