/** A range of a text: UTF-16 offsets, end excluded. */
export type Span = { readonly start: number; readonly end: number };

/** Replacements for letters and signs that do not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
  "’": "'",
};

/** A text without accents and capitals. For each UTF-16 unit of `folded`, `spans` has its place in the original text. */
type FoldedText = { readonly folded: string; readonly spans: readonly Span[] };

/** A letter with its marks. `\uFF9E` and `\uFF9F` are the voicing marks of half-width kana. */
const markedLetter = /[^][\p{M}\uFF9E\uFF9F]*/gu;
/** As on the server, the vowel signs of Indic scripts and Thai and the voicing marks of kana are not accents. */
const accents = /(?=\p{M})(?![\u3099\u309A])[\p{Script=Inherited}\u0591-\u05C7]/gu;

function fold(text: string): FoldedText {
  let folded = "";
  const spans: Span[] = [];
  let start = 0;
  for (const letterWithMarks of text.match(markedLetter) ?? []) {
    const span = { start, end: start + letterWithMarks.length };
    // NFKD splits Korean syllables into letters. NFC composes them again, because each syllable counts as one character.
    const bareLetters = letterWithMarks.normalize("NFKD").replace(accents, "").normalize("NFC").toLowerCase();
    for (const letter of bareLetters) {
      const plainLetter = plainLetters[letter] ?? letter;
      folded += plainLetter;
      for (let unit = 0; unit < plainLetter.length; unit += 1) spans.push(span);
    }
    start = span.end;
  }
  return { folded, spans };
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;
/** Scripts and symbols where parts of words match, because they have no spaces between words or are searched by syllable. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Extended_Pictographic}]/u;
const signRun = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]{2,}/u;
const wordGap = String.raw`[^\p{L}\p{M}\p{N}\n]+`;
const wordStart = String.raw`(?<![\p{L}\p{M}\p{N}])`;
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`;

/** Endings before which an apostrophe changes the word: "well" is not "we'll". */
const ambiguousEndings = new Set(["ll", "re", "d"]);

/** A pattern that finds a word that was typed without apostrophes, also where the text has them: "dont" finds "don't". */
function withApostrophes(text: string): string {
  if (unspacedScript.test(text) || text.includes("'")) return text;
  return Array.from(text)
    .map((letter, index) => (index === 0 || ambiguousEndings.has(text.slice(index)) ? letter : `'?${letter}`))
    .join("");
}

/**
 * A pattern for words in this order.
 *
 * @param allowsPrefix whether the last word may be the start of a longer word, which is highlighted to its end
 */
function patternOf(words: readonly string[], allowsPrefix: boolean): string {
  const [firstWord = "", lastWord = ""] = [words[0], words.at(-1)];
  const start = unspacedScript.test(firstWord) ? "" : wordStart;
  const end = unspacedScript.test(lastWord) ? "" : allowsPrefix ? String.raw`[\p{L}\p{M}\p{N}]*` : wordEnd;
  return start + words.map(withApostrophes).join(wordGap) + end;
}

/** False when the last word is a single letter, because too many words begin with it. */
const canBePrefix = (words: readonly string[]): boolean => (words.at(-1) ?? "").length > 1;

/** The terms of a query: single words, phrases in quotes, and words joined by one sign other than a comma or a semicolon. */
function termsOf(query: string): string[][] {
  const parts = fold(query.replace(/[“”„«»]/g, '"')).folded.match(/"[^"]*"?|[^\s",;]+/g) ?? [];
  return parts
    .flatMap((part) => (part.startsWith('"') ? [part] : part.split(signRun)))
    .map((part) => part.match(wordPattern) ?? [])
    .filter((words) => words.length > 0);
}

function spansOf({ folded, spans }: FoldedText, patterns: readonly string[]): Span[] {
  const longestFirst = [...patterns].sort((left, right) => right.length - left.length);
  return [...folded.matchAll(new RegExp(longestFirst.join("|"), "gu"))].map((match) => ({
    start: spans[match.index]?.start ?? 0,
    end: spans[match.index + match[0].length - 1]?.end ?? 0,
  }));
}

/**
 * The ranges of a text that match a query, ignoring accents and case: whole words, and the last word also as a prefix while it may
 * be unfinished. If there are none, every word also matches as a prefix.
 *
 * @param text has line ends between blocks; a phrase does not cross them
 */
export function findMatches(text: string, query: string): Span[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const foldedText = fold(text);
  const isLastWordUnfinished = !/["”»\s]$/.test(query);
  const wholeWordSpans = spansOf(
    foldedText,
    terms.map((words, index) =>
      patternOf(words, isLastWordUnfinished && index === terms.length - 1 && canBePrefix(words)),
    ),
  );
  if (wholeWordSpans.length > 0) return wholeWordSpans;
  return spansOf(
    foldedText,
    terms.map((words) => patternOf(words, true)),
  );
}
