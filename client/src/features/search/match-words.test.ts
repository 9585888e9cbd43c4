import { expect, test } from "vitest";
import { findMatches } from "./match-words.ts";

const matchedWords = (text: string, query: string): string[] =>
  findMatches(text, query).map(({ start, end }) => text.slice(start, end));

test.each([
  ["The FIRE, the fire!", "fire", ["FIRE", "fire"]],
  ["a café in Zürich", "cafe zurich", ["café", "Zürich"]],
  ["a cafe in Zurich", "CAFÉ zürich", ["cafe", "Zurich"]],
  ["Straße und Strasse", "strasse", ["Straße", "Strasse"]],
  ["cafe\u0301 olé", "café", ["cafe\u0301"]],
  ["Ελλάδα, λόγος", "λογοσ", ["λόγος"]],
  ["Москва слезам", "москв", ["Москва"]],
  ["我今天去東京寫日記", "東京", ["東京"]],
  ["𝔸 book 📖 of books", "book", ["book", "books"]],
  ["don’t and do not", "don't", ["don’t"]],
  ["don’t, O'Brien, we’ll, well", "dont obrien", ["don’t", "O'Brien"]],
  ["we’ll, well", "well", ["well"]],
  ["well-known, well known", "well-known", ["well-known", "well known"]],
])("in “%s”, the query “%s” matches %j", (text, query, expected) => {
  expect(matchedWords(text, query)).toEqual(expected);
});

test("when a whole word matches, only an unfinished last word also matches as a prefix", () => {
  expect(matchedWords("then the thaw", "the tha")).toEqual(["the", "thaw"]);
  expect(matchedWords("then the thaw", "tha the")).toEqual(["then", "the"]);
  expect(matchedWords("fires and fire", '"fire"')).toEqual(["fire"]);
});

test("when a whole word matches, a single letter at the end does not match longer words", () => {
  expect(matchedWords("a house at sea", "house a")).toEqual(["a", "house"]);
});

test("a single character matches inside words of a script without spaces", () => {
  expect(matchedWords("我今天去", "今")).toEqual(["今"]);
});

test("parts of words match in Korean, by syllable", () => {
  expect(matchedWords("대한국민, 하나", "한국")).toEqual(["한국"]);
  expect(matchedWords("한국", "하")).toEqual([]);
});

test.each([
  ["काल, कल", "कल", ["कल"]],
  ["की, का", "की", ["की"]],
  ["かき, がき, か\u3099き", "がき", ["がき", "か\u3099き"]],
  ["ทา ที่", "ที่", ["ที่"]],
])(
  "in “%s”, the query “%s” matches %j, because vowel signs and voicing marks are no accents",
  (text, query, expected) => {
    expect(matchedWords(text, query)).toEqual(expected);
  },
);

test("part of a compatibility character matches the whole character", () => {
  expect(matchedWords("㍻元年", "平")).toEqual(["㍻"]);
});

test("emoji match anywhere", () => {
  expect(matchedWords("fire🔥 and 🔥🔥", "🔥")).toEqual(["🔥", "🔥", "🔥"]);
});

test("commas and several signs in a row separate words", () => {
  expect(matchedWords("ash, then fire", "fire,ash")).toEqual(["ash", "fire"]);
  expect(matchedWords("ash, then fire", "fire--ash")).toEqual(["ash", "fire"]);
});

test("when no whole word matches, every word matches as a prefix", () => {
  expect(matchedWords("walked slowly", "walk slow ")).toEqual(["walked", "slowly"]);
});

test("a phrase is one match, across signs but not across paragraphs", () => {
  expect(matchedWords("and so, to bed. To bed so", '"so to bed"')).toEqual(["so, to bed"]);
  expect(matchedWords("and so\nto bed", "“so to bed”")).toEqual([]);
  expect(matchedWords("and so to bed, fire", '"so to bed" fire')).toEqual(["so to bed", "fire"]);
});

test.each(["", "   ", '""', "!?", "(.*)[", "\\"])("“%s” matches nothing", (query) => {
  expect(findMatches("any text (.*)[ \\", query)).toEqual([]);
});
