import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctedText, correctQuery, closestWord } from "./correct-query.ts";
import { editDistance, toleranceOf } from "./edit-distance.ts";
import { isLanguage, languagesOf } from "./languages.ts";
import type { OwnWord, OwnWords } from "./own-words.ts";
import { parseQuery } from "./parse-query.ts";
import { normaliseWord, tokenise } from "./tokens.ts";

/** The words of a person, each with the number of entries that have it. */
const wordsOf = (entries: Readonly<Record<string, number>>): OwnWords => {
  const ownWords = Object.entries(entries).map(([word, count]) => ({ word, entries: count }));
  const findStartingWith = async (beginnings: readonly string[]) =>
    ownWords.filter(({ word }) => beginnings.some((beginning) => word.startsWith(beginning)));
  return {
    findStartingWith,
    findKnown: async (askedWords) => ({
      wholeWords: new Set(askedWords.filter((word) => word in entries)),
      prefixes: new Set(
        askedWords.filter((word) => ownWords.some((ownWord) => ownWord.word.startsWith(word))),
      ),
    }),
    findSimilar: async () => ownWords,
    readLanguages: async () => languagesOf(new Map(Object.entries(entries))),
  };
};

const words = (text: string): string[] => tokenise(text).map(({ word }) => word);

describe("words of texts", () => {
  it.each([
    ["Up betimes, and so to bed.", ["up", "betimes", "and", "so", "to", "bed"]],
    ["Café CAFÉ cafe\u0301", ["cafe", "cafe", "cafe"]],
    ["Straße Ærø Łódź", ["strasse", "aero", "lodz"]],
    ["Ёлка й ΟΔΥΣΣΕΥΣ οδυσσεύς", ["елка", "и", "οδυσσευσ", "οδυσσευσ"]],
    ["東京 a", ["東京", "京", "a"]],
    ["친구cats", ["친구", "구", "cats"]],
    ["친구한국".normalize("NFD"), ["친구", "구한", "한국", "국"]],
    ["バラ".normalize("NFD"), ["バラ", "ラ"]],
    ["ﾊﾞﾗｰ", ["バラ", "ラー", "ー"]],
    ["हिन्दी", ["हिन्दी"]],
    ["so\u00ADcalled ﬁre ２", ["socalled", "fire", "2"]],
    ["1660-01-11 1,000 10:42 2nd", ["16600111", "1", "000", "10", "42", "2nd"]],
    ["father’s don't", ["father", "s", "don", "t"]],
    ["🎉 — … !", ["🎉"]],
  ])("the text %j has the words %j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ["I don't", ["dont"]],
    ["O’Brien's rock'n'roll", ["obriens", "rocknroll"]],
    ["l'été", ["lete"]],
    // These endings are left out, because "well" would otherwise find every "we'll".
    ["we'll they're she'd", []],
    ["'tis well-known, it' s '東京'", []],
  ])("in the text %j, the words joined at apostrophes are %j", (text, expected) => {
    expect(tokenise(text).flatMap(({ compound }) => compound?.word ?? [])).toEqual(expected);
  });

  it("the words of a text are in order and have their positions in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        let previousStart = 0;
        for (const { word, start, end } of tokenise(text)) {
          expect(start).toBeGreaterThanOrEqual(previousStart);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(word).not.toBe("");
          expect(word).not.toMatch(/[\s\0]/);
          previousStart = start;
        }
      }),
      // An isolated accent, which Unicode decomposes into a space and the accent.
      { examples: [["\uFE72"]] },
    );
  });

  it("the words of a text are normalised and have a limited length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        for (const { word } of tokenise(text)) expect(normaliseWord(word)).toBe(word);
      }),
    );
    expect(words("x".repeat(10_000))[0]).toHaveLength(60);
  });
});

const describeQuery = (query: string) =>
  parseQuery(query).map(
    (term) => `${term.words.map(({ word }) => word).join("+")}${term.isPrefix ? "*" : ""}`,
  );

describe("queries", () => {
  it.each([
    ["my lord", ["my", "lord*"]],
    ["my lord ", ["my", "lord"]],
    ['"so to bed" lord', ["so+to+bed", "lord*"]],
    ['"so to be', ["so+to+be*"]],
    ["well-known o'clock x", ["well+known", "o+clock", "x*"]],
    ["東京都", ["東京+京都*"]],
    ["京", ["京*"]],
    ["sandwich,lord", ["sandwich", "lord*"]],
    ["  \" & | ! :* ' \\", []],
  ])("the query %j has the terms %j", (query, expected) => {
    expect(describeQuery(query)).toEqual(expected);
  });

  it("a query has the positions of its words, and a limited number of terms", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 500 }), (query) => {
        const terms = parseQuery(query);
        expect(terms.length).toBeLessThanOrEqual(24);
        for (const { words: termWords } of terms) {
          expect(termWords.length).toBeGreaterThan(0);
          for (const { start, end, word } of termWords) expect(words(query.slice(start, end))[0]).toBe(word);
        }
      }),
    );
  });
});

describe("misspelled words", () => {
  it.each([
    ["house", "hose", 1],
    ["house", "hosue", 1],
    ["house", "houses", 1],
    ["house", "mouse", 1],
    ["sandwich", "sandwhich", 1],
    ["abc", "xyz", 3],
  ])("the edit distance of %s and %s is %i", (a, b, distance) => {
    expect(editDistance(a, b, 3).wholeDistance).toBe(distance);
    expect(editDistance(b, a, 3).wholeDistance).toBe(distance);
  });

  it("the edit distance of two words is symmetric, and at least the difference of their lengths", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const { wholeDistance, prefixDistance } = editDistance(a, b, 9);
        expect(wholeDistance).toBe(editDistance(b, a, 9).wholeDistance);
        expect(wholeDistance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(wholeDistance === 0).toBe(a === b);
        expect(prefixDistance).toBeLessThanOrEqual(wholeDistance);
      }),
    );
  });

  it("words of five or six letters may have one wrong letter, words of seven two, and numbers none", () => {
    expect(["lord", "house", "houses", "chicken", "16610423"].map(toleranceOf)).toEqual([0, 1, 1, 2, 0]);
  });

  // In words of seven and eight letters, two letters may be wrong only if the first two letters of the word are right.
  it.each([
    ["symfony", "symphony", "symphony"],
    ["chicken", "thicker", null],
    ["zhickens", "chickens", "chickens"],
    ["zhickons", "chickens", null],
    ["zymphonies", "symphonyes", "symphonyes"],
  ])("the word %s, with the only candidate %s, has the correction %s", (word, candidate, correction) => {
    expect(closestWord(word, [{ word: candidate, entries: 1 }], false)).toBe(correction);
  });

  it("a misspelled word is corrected to the nearest word, or to the most frequent of several", () => {
    const ownWords: OwnWord[] = [
      { word: "mouse", entries: 2 },
      { word: "house", entries: 9 },
      { word: "houses", entries: 90 },
    ];
    expect(closestWord("iouse", ownWords, false)).toBe("house");
    expect(closestWord("hous", ownWords, false)).toBeNull();
    expect(closestWord("hpuse", ownWords, true)).toBe("house");
    expect(closestWord("hinchinbr", [{ word: "hinchingbrooke", entries: 1 }], true)).toBe("hinchingbrooke");
  });

  it("misspelled words are corrected in place, with their capital letter; words in quotes are not corrected", async () => {
    const ownWords = wordsOf({ sandwich: 3 });
    const query = 'my Sandwhich, "sandwhich"  sandwixh';
    const { terms, corrections } = await correctQuery(parseQuery(query), ownWords);
    expect(correctedText(query, corrections)).toBe('my Sandwich, "sandwhich"  sandwich');
    expect(terms.map((term) => term.words[0]?.word)).toEqual(["my", "sandwich", "sandwhich", "sandwich"]);
    expect(correctedText(query, [])).toBeNull();
  });
});

it("isLanguage accepts known languages and `other`, and rejects unknown names", () => {
  expect(["english", "other", "toString", "klingon"].map(isLanguage)).toEqual([true, true, false, false]);
});
