import type { OwnWord, OwnWords } from "./own-words.ts";
import { type Language, stemPrefix, stemOf } from "./stem.ts";

/** A person rarely uses more forms of one word, and each makes a search slower. */
const maxForms = 24;

/** A day number, with or without the ending of an ordinal: "3", "1st", "22d", "3e", "11te". */
const dayNumber = /^(?<day>\d{1,2})(?:st|nd|rd|th|d|e|er|re|eme|o|a|te|ten|ter|de|ste)?$/;
const lastDay = 31;

function dayOf(word: string): number | null {
  const day = Number(dayNumber.exec(word)?.groups?.["day"] ?? 0);
  return day >= 1 && day <= lastDay ? day : null;
}

/** The stems of a word, each in one of the person's languages. */
const stemsOf = (word: string, languages: readonly Language[]): { language: Language; stem: string }[] =>
  languages.flatMap((language) => {
    const stem = stemOf(word, language);
    return stem === null ? [] : [{ language, stem }];
  });

const isFormOf = (
  candidate: string,
  word: string,
  stems: readonly { language: Language; stem: string }[],
): boolean => {
  const day = dayOf(word);
  if (day !== null) return dayOf(candidate) === day;
  return stems.some(({ language, stem }) => stemOf(candidate, language) === stem);
};

/**
 * The other forms in which a person has written these words: with the same stem, or the same day number. The most
 * frequent forms come first.
 */
export async function formsOf(
  words: readonly string[],
  ownWords: Pick<OwnWords, "readLanguages" | "findStartingWith">,
): Promise<ReadonlyMap<string, readonly OwnWord[]>> {
  if (words.length === 0) return new Map();
  const languages = await ownWords.readLanguages();
  const wordsWithStems = [...new Set(words)].map((word) => ({ word, stems: stemsOf(word, languages) }));
  const prefixes = wordsWithStems.flatMap(({ word, stems }) => {
    const day = dayOf(word);
    return day === null ? stems.map(({ stem }) => stemPrefix(stem)) : [String(day)];
  });
  const candidates = prefixes.length === 0 ? [] : await ownWords.findStartingWith([...new Set(prefixes)]);
  return new Map(
    wordsWithStems.map(({ word, stems }) => {
      const forms = candidates.filter(
        (candidate) => candidate.word !== word && isFormOf(candidate.word, word, stems),
      );
      return [word, forms.toSorted((a, b) => b.entries - a.entries).slice(0, maxForms)];
    }),
  );
}
