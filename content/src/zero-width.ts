/**
 * Characters without width that come along with pasted text and are seen by nobody: zero-width space, word joiner, byte
 * order mark, and the object replacement that some editors leave. ZWJ and ZWNJ stay where they carry meaning (emoji
 * families, Persian, Indic scripts): between two characters that are not plain Latin.
 */
const invisible = /[\u200B\u2060\uFEFF\u0000]/gu;
const looseJoiner =
  /(?<![\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}\uFE0F\p{Lo}])[\u200C\u200D]|[\u200C\u200D](?![\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Lo}\p{M}\u2640\u2642\u2695-\u26A7])/gu;

/** Removes them. Removing can bring a joiner beside another character, so it is done until nothing changes. */
export function stripZeroWidth(text: string): string {
  let before = text;
  for (;;) {
    const after = before.replace(invisible, "").replace(looseJoiner, "");
    if (after === before) return after;
    before = after;
  }
}

const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu;

/** A title as it is kept: one line, nothing invisible. */
export function cleanTitle(title: string): string {
  return stripZeroWidth(title.replace(/[\r\n\t\u2028\u2029]+/g, " ").replace(controls, "")).trim();
}
