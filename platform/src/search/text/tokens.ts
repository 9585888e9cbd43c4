/** A word of a text in its normalised form, and its place there. */
export type Token = {
  readonly word: string;
  /** In UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** True when only a hyphen, an apostrophe or the like is between it and the word before. */
  readonly joined: boolean;
  /**
   * On the first of several words joined by apostrophes: all of them as one word, as people type them in a hurry
   * ("dont").
   */
  readonly asOne: { readonly word: string; readonly end: number } | null;
};

type UnjoinedToken = Omit<Token, "joined" | "asOne">;

/** Longer words are cut, in texts and queries alike. */
const maxWordLength = 60;

const cjk = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ーｰ々〆]";
/** Voicing marks of kana, which some keyboards and file systems store apart from their characters. */
const voicing = "\\u3099\\u309A\\uFF9E\\uFF9F";
/** A date is one word, so its digits find it. Then: runs without spaces between words, words, and emoji. */
const pieces = new RegExp(
  `(?<date>(?<![\\p{L}\\p{N}-])\\d{4}-\\d{2}-\\d{2}(?![\\p{L}\\p{N}-]))|(?<run>(?:${cjk}[${voicing}]*)+)|` +
    `(?<word>(?:(?!${cjk})[\\p{L}\\p{N}])(?:(?!${cjk})[\\p{L}\\p{M}\\p{N}\\u00AD\\u200B-\\u200D\\u2060])*)|` +
    `(?<picture>\\p{Extended_Pictographic})`,
  "gu",
);
/** With the space that decomposing an isolated accent leaves. */
const invisible = /[\s\u00AD\u200B-\u200D\u2060]/g;
/** Accents of alphabets. The vowel signs of Indic scripts and the voicing marks of kana are not accents. */
const accents = /(?![\u3099\u309A])\p{Script=Inherited}|[\u0591-\u05C7]/gu;
/** Letters that Unicode does not decompose, as people type them without their marks. */
const plain: Readonly<Record<string, string>> = {
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
    .replace(invisible, "")
    .replace(accents, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(undecomposedLetters, (letter) => plain[letter] ?? letter);
  return cutWord(folded);
}

const cutWord = (word: string): string =>
  word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, "");

/** What people see as one character: a letter with its marks, or a Korean syllable, however it is encoded. */
const graphemes = new RegExp(
  `[\\u1100-\\u115F][\\u1160-\\u11A7]*[\\u11A8-\\u11FF]*|.[\\p{M}\\u11A8-\\u11FF${voicing}]*`,
  "gsu",
);
const charactersOf = (text: string): string[] => text.match(graphemes) ?? [];

/**
 * The length of a text's first characters, as many as `word` has. A text may encode a character in parts that `word`
 * encodes as one.
 */
export const matchedLength = (text: string, word: string): number =>
  charactersOf(text).slice(0, charactersOf(word).length).join("").length;

/**
 * Pairs of neighbouring characters, and the last one by itself, so that a single character matches the beginning of a pair.
 */
function* pairs(run: string, start: number): Generator<UnjoinedToken> {
  const characters = charactersOf(run);
  let at = start;
  for (const [index, character] of characters.entries()) {
    const nextCharacter = characters[index + 1] ?? "";
    const word = (character + nextCharacter).normalize("NFKC").toLowerCase();
    yield { word, start: at, end: at + character.length + nextCharacter.length };
    at += character.length;
  }
}

const separator = /[\s,;]/u;
const apostrophe = /^['’]$/u;
/** Joined with the word before they would be another word: "we'll", "we're", "she'd". */
const wordMakers = new Set(["ll", "re", "d"]);

/** The words of a text in order. Accepts any string; linear in its length. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let end = -2;
  let tiedFrom = 0;
  const add = (token: UnjoinedToken, textBetween: string | null): void => {
    if (token.word === "") return;
    const tiedToken = tokens[tiedFrom];
    const isTied =
      tiedToken &&
      textBetween !== null &&
      apostrophe.test(textBetween) &&
      !isUnspelled(token.word) &&
      !wordMakers.has(token.word);
    if (!isTied) tiedFrom = tokens.length;
    else {
      const joinedToken = cutWord((tiedToken.asOne?.word ?? tiedToken.word) + token.word);
      tokens[tiedFrom] = { ...tiedToken, asOne: { word: joinedToken, end: token.end } };
    }
    const joined = textBetween !== null && textBetween.length <= 1 && !separator.test(textBetween);
    // Not a spread, which takes six times as long as everything else here.
    tokens.push({ word: token.word, start: token.start, end: token.end, joined, asOne: null });
  };
  for (const match of text.matchAll(pieces)) {
    const [piece] = match;
    const start = match.index;
    const textBetween = end < 0 ? null : text.slice(end, start);
    end = start + piece.length;
    if (match.groups?.["date"]) add({ word: wordOfDate(piece), start, end }, textBetween);
    else if (match.groups?.["run"]) {
      for (const pair of pairs(piece, start)) add(pair, pair.start === start ? textBetween : "");
    } else add({ word: normaliseWord(piece), start, end }, textBetween);
  }
  return tokens;
}

/** The one word of a date, `YYYY-MM-DD`. */
export const wordOfDate = (date: string): string => date.replaceAll("-", "");

/** True for a word of a script without spaces, and for an emoji: neither is misspelled by a letter. */
export const isUnspelled = (word: string): boolean => unspelled.test(word);
const unspelled = new RegExp(`^(?:${cjk}|(?!\\p{N})\\p{Extended_Pictographic})`, "u");
