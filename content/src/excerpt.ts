const longest = 200;

/** Never between the halves of a character, nor between a letter and its accents. */
function wholeCharacters(text: string, length: number): string {
  let end = length;
  const splits = /^(?:\p{M}|\p{Surrogate}|\u200D|\uFE0F|\p{Emoji_Modifier})/u;
  while (end > 0 && (splits.test(text.slice(end)) || isHigh(text.charCodeAt(end - 1)))) end -= 1;
  return text.slice(0, end > 0 ? end : length);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The beginning of a text on one line: at most 200 characters (UTF-16 units), cut between words, with "…" when cut. */
export function excerptOf(text: string): string {
  // The beginning is enough, unless it is mostly white space.
  const start = text.length > longest * 20 ? text.trimStart().slice(0, longest * 20) : text;
  const line = start.replace(/\s+/g, " ").trim();
  if (line.length <= longest) return line;
  const space = line.lastIndexOf(" ", longest - 1);
  return `${space > longest / 2 ? line.slice(0, space) : wholeCharacters(line, longest - 1)}…`;
}
