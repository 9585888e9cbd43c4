/** A word of a text, normalised, with the place where it is in the text. */
export type Token = {
  readonly word: string;
  /** Where the word starts, in UTF-16 units. `end` uses the same unit. */
  readonly start: number;
  readonly end: number;
  /**
   * True when this word follows the previous word directly, or with one UTF-16 unit between them that is not white space, a comma or a
   * semicolon. False for the first word.
   */
  readonly isJoined: boolean;
  /**
   * The compound of several words that apostrophes join. It is written as one word, because people often type it like that: "dont" for
   * "don't". Only the first of these words has the compound; all other words have `null`.
   */
  readonly compound: { readonly word: string; readonly end: number } | null;
};

type UnjoinedToken = Omit<Token, "isJoined" | "compound">;

/** Longer words are cut, in texts and queries alike. */
const maxWordLength = 60;

const cjk = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ーｰ々〆]";
/** Voicing marks of kana, which some keyboards and file systems store apart from their characters. */
const voicingMarks = "\\u3099\\u309A\\uFF9E\\uFF9F";
/** A date is one word: its digits. A `run` is a piece of Chinese, Japanese or Korean text, a `picture` an emoji. */
const tokenPattern = new RegExp(
  `(?<date>(?<![\\p{L}\\p{N}-])\\d{4}-\\d{2}-\\d{2}(?![\\p{L}\\p{N}-]))|(?<run>(?:${cjk}[${voicingMarks}]*)+)|` +
    `(?<word>(?:(?!${cjk})[\\p{L}\\p{N}])(?:(?!${cjk})[\\p{L}\\p{M}\\p{N}\\u00AD\\u200B-\\u200D\\u2060])*)|` +
    `(?<picture>\\p{Extended_Pictographic})`,
  "gu",
);
/** Includes white space: decomposing an isolated accent leaves a space. */
const invisibleCharacters = /[\s\u00AD\u200B-\u200D\u2060]/g;
/** Accents of alphabets. The vowel signs of Indic scripts and the voicing marks of kana are not accents. */
const accents = /(?![\u3099\u309A])\p{Script=Inherited}|[\u0591-\u05C7]/gu;
/** Letters that Unicode does not decompose, each with the plain letters that replace it. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ς: "σ",
};
const undecomposedLetters = /[ßøłđðþæœıς]/g;
const plainAscii = /^[a-z0-9]*$/;

/** Normalises a word, so that spellings that differ in case, accents or ligatures are equal. */
export function normaliseWord(word: string): string {
  const lower = word.toLowerCase();
  if (plainAscii.test(lower)) return lower.slice(0, maxWordLength);
  const folded = lower
    .normalize("NFKD")
    .replace(invisibleCharacters, "")
    .replace(accents, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(undecomposedLetters, (letter) => plainLetters[letter] ?? letter);
  return cutWord(folded);
}

const cutWord = (word: string): string =>
  word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, "");

/** What people see as one character: a letter with its marks, or a Korean syllable, however it is encoded. */
const graphemes = new RegExp(
  `[\\u1100-\\u115F][\\u1160-\\u11A7]*[\\u11A8-\\u11FF]*|.[\\p{M}\\u11A8-\\u11FF${voicingMarks}]*`,
  "gsu",
);
const charactersOf = (text: string): string[] => text.match(graphemes) ?? [];

/**
 * Returns how long the beginning of `text` is that has as many visible characters as `word`, in UTF-16 units. This can differ from the
 * length of `word`: the text may encode a character in several parts, and `word` the same character in one.
 */
export const matchedLength = (text: string, word: string): number =>
  charactersOf(text).slice(0, charactersOf(word).length).join("").length;

/**
 * Each character of a run with the next one, and the last character alone. A search for one character finds the pairs that begin with it.
 */
function* pairsOf(run: string, start: number): Generator<UnjoinedToken> {
  const characters = charactersOf(run);
  let position = start;
  for (const [index, character] of characters.entries()) {
    const nextCharacter = characters[index + 1] ?? "";
    const word = (character + nextCharacter).normalize("NFKC").toLowerCase();
    yield { word, start: position, end: position + character.length + nextCharacter.length };
    position += character.length;
  }
}

const separator = /[\s,;]/u;
const apostrophe = /^['’]$/u;
/** Endings that would form another word together with the word before them: "we'll", "we're", "she'd". */
const ambiguousEndings = new Set(["ll", "re", "d"]);

/** The words of a text in order. Accepts any string; linear in its length. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  /** Where the previous match ends. Negative before the first match. */
  let end = -2;
  let compoundStart = 0;
  const add = (token: UnjoinedToken, textBetween: string | null): void => {
    if (token.word === "") return;
    const compoundToken = tokens[compoundStart];
    const belongsToCompound =
      compoundToken &&
      textBetween !== null &&
      apostrophe.test(textBetween) &&
      !isCjkOrEmoji(token.word) &&
      !ambiguousEndings.has(token.word);
    if (!belongsToCompound) compoundStart = tokens.length;
    else {
      const joinedWord = cutWord((compoundToken.compound?.word ?? compoundToken.word) + token.word);
      tokens[compoundStart] = { ...compoundToken, compound: { word: joinedWord, end: token.end } };
    }
    const isJoined = textBetween !== null && textBetween.length <= 1 && !separator.test(textBetween);
    // `{ ...token }` would take six times as long as all other work of this function.
    tokens.push({ word: token.word, start: token.start, end: token.end, isJoined, compound: null });
  };
  for (const match of text.matchAll(tokenPattern)) {
    const [tokenText] = match;
    const start = match.index;
    const textBetween = end < 0 ? null : text.slice(end, start);
    end = start + tokenText.length;
    if (match.groups?.["date"]) add({ word: wordOfDate(tokenText), start, end }, textBetween);
    else if (match.groups?.["run"]) {
      for (const pair of pairsOf(tokenText, start)) add(pair, pair.start === start ? textBetween : "");
    } else add({ word: normaliseWord(tokenText), start, end }, textBetween);
  }
  return tokens;
}

/** The word that stands for a date: the digits of `YYYY-MM-DD`. */
export const wordOfDate = (date: string): string => date.replaceAll("-", "");

/** True for a Chinese, Japanese or Korean word, and for an emoji. The search does not correct their spelling. */
export const isCjkOrEmoji = (word: string): boolean => cjkOrEmojiStart.test(word);
const cjkOrEmojiStart = new RegExp(`^(?:${cjk}|(?!\\p{N})\\p{Extended_Pictographic})`, "u");
