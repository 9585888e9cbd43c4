const maxLength = 200;

/**
 * Cuts a text to at most a length in UTF-16 units. It does not cut inside a surrogate pair or a joined emoji, or between a letter and
 * its accents, unless nothing would remain.
 */
export function cutBetweenCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = length;
  const continuesCharacter = /^(?:\p{M}|\p{Surrogate}|\u200D|\uFE0F|\p{Emoji_Modifier})/u;
  const isInsideCharacter = (position: number): boolean =>
    continuesCharacter.test(text.slice(position)) || isOpenEnded(text.charCodeAt(position - 1));
  while (end > 0 && isInsideCharacter(end)) end -= 1;
  return text.slice(0, end > 0 ? end : length);
}

const joiner = 0x200d;

/** True for a unit that the next one completes: a high surrogate or a joiner. */
const isOpenEnded = (code: number): boolean => (code >= 0xd800 && code <= 0xdbff) || code === joiner;

/**
 * The beginning of a text as one line of at most 200 UTF-16 units. A longer text is cut between words, or inside a very long word, and
 * ends with "…".
 */
export function excerptOf(text: string): string {
  // For speed, only the beginning of a long text is read.
  const searchedText =
    text.length > maxLength * 20 ? cutBetweenCharacters(text.trimStart(), maxLength * 20) : text;
  const line = searchedText.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(" ", maxLength - 1);
  return `${space > maxLength / 2 ? line.slice(0, space) : cutBetweenCharacters(line, maxLength - 1)}…`;
}
