const maxLength = 200;

/** Cuts a text, but never inside a surrogate pair, an emoji sequence, or between a letter and its accents. */
function cutWholeCharacters(text: string, length: number): string {
  let end = length;
  const continuesCharacter = /^(?:\p{M}|\p{Surrogate}|\u200D|\uFE0F|\p{Emoji_Modifier})/u;
  while (end > 0 && (continuesCharacter.test(text.slice(end)) || isHighSurrogate(text.charCodeAt(end - 1))))
    end -= 1;
  return text.slice(0, end > 0 ? end : length);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The beginning of a text as one line of at most 200 UTF-16 units. A longer text is cut between words and ends with "…". */
export function excerptOf(text: string): string {
  // For speed, only the beginning of a long text is read.
  const start = text.length > maxLength * 20 ? text.trimStart().slice(0, maxLength * 20) : text;
  const line = start.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(" ", maxLength - 1);
  return `${space > maxLength / 2 ? line.slice(0, space) : cutWholeCharacters(line, maxLength - 1)}…`;
}
