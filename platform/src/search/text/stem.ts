import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";

/** Normalisation turns "й" into "и". Many Russian endings end in "й", so "и" after a vowel at the end of a word becomes "й" again. */
const stemRussian = (word: string): string => russian(word.replace(/(?<=[аеиоуыэюя])и$/u, "й"));

const stemmers = {
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  hungarian,
  italian,
  norwegian,
  portuguese,
  romanian,
  russian: stemRussian,
  spanish,
  swedish,
  turkish,
} as const;

/** A language whose inflected words are found by their stem. */
export type Language = keyof typeof stemmers;

/** Shorter words are too ambiguous without their endings. */
const minWordLength = 3;
const minStemLength = 2;
const lettersOnly = /^\p{L}+$/u;

/**
 * The stem of a normalised word: "folded" and "folding" have the same stem. `null` for short words and stems, and for words with other
 * characters than letters.
 */
export function stemOf(word: string, language: Language): string | null {
  if (word.length < minWordLength || !lettersOnly.test(word)) return null;
  const stem = stemmers[language](word);
  return stem.length < minStemLength ? null : stem;
}

/**
 * A prefix of all words with this stem. The last letter of a stem is often not in its words: "happi" is the stem
 * of "happy".
 */
export const stemPrefix = (stem: string): string => {
  const prefix = stem.slice(0, Math.max(minStemLength, stem.length - 1));
  // The cut may leave the first half of a surrogate pair at the end. Remove this half, because Meilisearch refuses it.
  return prefix.replace(/[\uD800-\uDBFF]$/, "");
};
