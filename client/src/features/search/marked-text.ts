/** A piece of text, and whether it matches. */
export type MarkedPiece = { readonly text: string; readonly isMatch: boolean };

const namedEntities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function characterOf(entity: string, code: string): string {
  if (!code.startsWith("#")) return namedEntities.get(code.toLowerCase()) ?? entity;
  const number = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1));
  return number > 0 && number <= 0x10_ff_ff ? String.fromCodePoint(number) : entity;
}

const unescapeHtml = (text: string): string => text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, characterOf);

/**
 * Parses the HTML of a search result: escaped text with matches in `<mark>`. Everything else that looks like an element is
 * treated as text, so no other element can be created.
 */
export function markedPieces(html: string): MarkedPiece[] {
  let isMatch = false;
  const pieces: MarkedPiece[] = [];
  for (const part of html.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") isMatch = part === "<mark>";
    else if (part !== "") pieces.push({ text: unescapeHtml(part), isMatch });
  }
  return pieces;
}

/** How many characters to show before the first match, so that both fit into one line. */
const leadingCharacters = 32;

/** Shortens the text before the first match, so that the match is visible on a single line whose end may be cut off. */
export function startNearFirstMatch(pieces: readonly MarkedPiece[]): readonly MarkedPiece[] {
  const [firstPiece, ...otherPieces] = pieces;
  if (
    !firstPiece ||
    firstPiece.isMatch ||
    otherPieces.length === 0 ||
    firstPiece.text.length <= leadingCharacters
  )
    return pieces;
  // The cut can be inside a character of two code units. Its second half is dropped.
  const textBeforeMatch = firstPiece.text.slice(-leadingCharacters).replace(/^[\uDC00-\uDFFF]/, "");
  return [
    { text: `…${textBeforeMatch.slice(textBeforeMatch.search(/\s/u) + 1)}`, isMatch: false },
    ...otherPieces,
  ];
}
