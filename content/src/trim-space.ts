const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a;

/** Without spaces, tabs and line feeds at its start. Other white space, such as no-break spaces, is text. */
export function trimStart(text: string): string {
  let at = 0;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return text.slice(at);
}

/** Without spaces, tabs and line feeds at its end; in linear time, which a regular expression is not. */
export function trimEnd(text: string): string {
  let at = text.length;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return text.slice(0, at);
}
