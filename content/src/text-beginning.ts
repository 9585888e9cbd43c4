import { cutBetweenCharacters } from "./excerpt.ts";
import { toText } from "./to-text.ts";

/** How many of the last characters of a text can change when its HTML is cut, for example inside an entity. */
const maxCharactersChangedByCut = 64;

/**
 * The beginning of the text of a sanitised body, at most `length` UTF-16 units long. Parses only as much of a long body as it
 * needs.
 */
export function textBeginning(html: string, length: number): string {
  for (let readLength = length * 4; readLength < html.length; readLength *= 4) {
    // The parser treats a "<" or "</" at the end as text. When the end is in a table, the parser moves this text in front of the table,
    // which can be far from the end. So the "<" or "</" is removed.
    const text = toText(html.slice(0, readLength).replace(/<\/?$/, ""));
    if (text.length > length + maxCharactersChangedByCut) return cutBetweenCharacters(text, length);
  }
  return cutBetweenCharacters(toText(html), length);
}
