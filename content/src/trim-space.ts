const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a;

/** Removes spaces, tabs and line feeds at the start. Other white space, such as a no-break space, stays. */
export function trimStart(text: string): string {
  let at = 0;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return text.slice(at);
}

/** Removes spaces, tabs and line feeds at the end. Takes linear time, unlike a regular expression. */
export function trimEnd(text: string): string {
  let at = text.length;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return text.slice(0, at);
}
