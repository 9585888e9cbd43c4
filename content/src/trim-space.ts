const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a;

/** Removes spaces, tabs and line feeds at the start. Other white space, such as a no-break space, stays. */
export function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  return text.slice(start);
}

/** Removes spaces, tabs and line feeds at the end. Takes linear time, unlike a regular expression. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
