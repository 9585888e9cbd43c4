/**
 * Characters without width come with pasted text and break search and comparison: zero-width space, word joiner, byte
 * order mark, zero-width joiner and non-joiner. They are removed, except where they have a meaning:
 * - a zero-width joiner or non-joiner next to a letter of a script that joins or stacks (Persian "می‌خواهم", Indic conjuncts);
 * - a zero-width joiner inside an emoji sequence ("👩‍👧");
 * - a zero-width space between two letters of a script that separates words with it (Khmer, Lao, Thai, Myanmar).
 */
const zeroWidthCharacter = /\u200B|\u200C|\u200D|\u2060|\uFEFF/;

const scripts = (...names: readonly string[]): string =>
  names.flatMap((scriptList) => scriptList.split(" ").map((name) => `\\p{Script=${name}}`)).join("");
const joiningScripts = scripts(
  "Arabic Syriac Mandaic Nko Mongolian Adlam Hanifi_Rohingya Phags_Pa",
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam",
  "Sinhala Tibetan Myanmar Khmer Balinese Javanese",
);
const unspacedScripts = scripts("Khmer Lao Thai Myanmar");

const alwaysRemoved = /[\u2060\uFEFF]/g;
const removableSpace = new RegExp(`\\u200B(?![${unspacedScripts}])|(?<![${unspacedScripts}])\\u200B`, "gu");
const joinsLetters = `(?<=[${joiningScripts}])[\\u200C\\u200D]|[\\u200C\\u200D](?=[${joiningScripts}])`;
const joinsEmoji = `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})`;
const joiners = new RegExp(`(${joinsLetters}|${joinsEmoji})|[\\u200C\\u200D]`, "gu");

/** Removes characters without width, except where they have a meaning. A second run changes nothing. */
export function stripZeroWidth(text: string): string {
  if (!zeroWidthCharacter.test(text)) return text;
  return text.replace(alwaysRemoved, "").replace(removableSpace, "").replace(joiners, "$1");
}

// oxlint-disable-next-line no-control-regex -- this matches control characters
const controlCharacters = /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/g;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Prepares text for storing. Removes characters without width, and ASCII control characters except tab, line feed, form
 * feed and carriage return. Replaces lone surrogates, which UTF-8 cannot encode, with U+FFFD.
 */
export function cleanText(text: string): string {
  return stripZeroWidth(text.replace(controlCharacters, "").replace(loneSurrogate, "\uFFFD"));
}

/** Characters that would reverse the direction of text that is shown after the title on the same line. */
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;

/** Prepares a title for storing, on one line. See {@link cleanText}. */
export function cleanTitle(title: string): string {
  const line = title.replace(/[\t\n\f\r\u2028\u2029]+/g, " ").replace(directionOverrides, "");
  return cleanText(line).trim();
}
