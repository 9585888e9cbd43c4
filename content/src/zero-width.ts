/**
 * Characters without width arrive with pasted text, are seen by nobody, and break search and comparison: zero-width space,
 * word joiner, byte order mark, and the two joiners. They are removed, but not where they carry meaning:
 * - a joiner beside a letter of a script that joins or stacks (Persian "می‌خواهم", Indic conjuncts);
 * - a zero-width joiner inside an emoji sequence ("👩‍👧");
 * - a zero-width space between two letters of a script that marks its words with it (Khmer, Lao, Thai, Myanmar).
 */
const suspects = /\u200B|\u200C|\u200D|\u2060|\uFEFF/;

const scripts = (...names: readonly string[]): string =>
  names.flatMap((each) => each.split(" ").map((name) => `\\p{Script=${name}}`)).join("");
const joining = scripts(
  "Arabic Syriac Mandaic Nko Mongolian Adlam Hanifi_Rohingya Phags_Pa",
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam",
  "Sinhala Tibetan Myanmar Khmer Balinese Javanese",
);
const spaceless = scripts("Khmer Lao Thai Myanmar");

const never = /[\u2060\uFEFF]/g;
const looseSpace = new RegExp(`\\u200B(?![${spaceless}])|(?<![${spaceless}])\\u200B`, "gu");
const joinsLetters = `(?<=[${joining}])[\\u200C\\u200D]|[\\u200C\\u200D](?=[${joining}])`;
const joinsEmoji = `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})`;
const joiner = new RegExp(`(${joinsLetters}|${joinsEmoji})|[\\u200C\\u200D]`, "gu");

/** Removes characters without width, except where they carry meaning. Doing it twice changes nothing. */
export function stripZeroWidth(text: string): string {
  if (!suspects.test(text)) return text;
  return text.replace(never, "").replace(looseSpace, "").replace(joiner, "$1");
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controls = /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/g;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Text as it is kept: no invisible characters, no control characters but tab, line feed, form feed and carriage return, and
 * halves of surrogate pairs (which UTF-8 cannot hold) replaced by U+FFFD.
 */
export function cleanText(text: string): string {
  return stripZeroWidth(text.replace(controls, "").replace(loneSurrogate, "\uFFFD"));
}

/** A title as it is kept: one line, nothing invisible. */
export function cleanTitle(title: string): string {
  return cleanText(title.replace(/[\t\n\f\r\u2028\u2029]+/g, " ")).trim();
}
