import type { Language } from "./stem.ts";

/**
 * Normalised words that are common in a language and rare in most others. `other` has words of languages without stemming.
 * Without `other`, a text in such a language could count as a text in a similar language with stemming, and get wrong stems.
 */
const frequentWords: Readonly<Record<Language | "other", string>> = {
  danish: "og jeg ikke af mig efter hvad noget meget nogle vaere blev",
  dutch: "het een ik niet dat zijn maar ook naar voor geen heb",
  english: "the and was with this have that my not what from to",
  finnish: "ja ei etta oli mutta kun niin minun olen taas myos sitten",
  french: "les dans avec nous cette suis etait mais une elle leur",
  german: "und ich nicht ist auch dass wir sich einen noch mein heute",
  hungarian: "hogy nem egy az volt azt csak mar nagyon itt voltam",
  italian: "che della gli anche oggi perche sono piu mio nel il di",
  norwegian: "og jeg ikke av meg etter hva noe mye noen vaere ble",
  portuguese: "uma nao com muito hoje eu foi estava ele isso meu",
  romanian: "nu sunt pentru foarte fost astazi acum despre cand doar cu",
  russian: "не что это был она меня мне если очень уже только как",
  spanish: "el los pero muy hoy mucho cuando fue estaba las",
  swedish: "och att inte jag ocksa nagot fran mycket efter idag blev mig",
  turkish: "ve bir bu cok icin ama gibi daha sonra degil bugun",
  other:
    "nie sie jest byl ale mnie jsem ktere bylo jako yang tidak untuk khong cua nhung atque sed cum amb els " +
    "kas bija tas yra buvo kad nisam nekaj као није али що але був дуже мене няма беше είναι και την",
};

const wordLists = Object.entries(frequentWords).map(([language, words]) => ({
  language: language as Language | "other",
  words: words.split(" "),
}));

/** The words by which {@link languagesOf} recognises a language. */
export const allFrequentWords: readonly string[] = [...new Set(wordLists.flatMap(({ words }) => words))];

const frequentWordSet = new Set(allFrequentWords);
/** True for a frequent word of a language, which says little about what an entry is about. */
export const isFrequentWord = (word: string): boolean => frequentWordSet.has(word);

/**
 * The main language of a person is the language with the most evidence. A person also writes each language that has at least this share
 * of that evidence.
 */
const minShare = 0.2;

/** How often each language was found, for example in how many entries. Only the proportions between the languages matter. */
export type Evidence = ReadonlyMap<Language | "other", number>;

const evidenceOf = (entryCountByWord: ReadonlyMap<string, number>): Evidence =>
  new Map(
    wordLists.map(({ language, words }) => [
      language,
      words.reduce((total, word) => total + (entryCountByWord.get(word) ?? 0), 0),
    ]),
  );

/** The languages with stemming that a person writes. English when there is no evidence, as in a first short entry. */
export function languagesByEvidence(evidence: Evidence): Language[] {
  const mostEvidence = Math.max(0, ...evidence.values());
  if (mostEvidence === 0) return ["english"];
  return [...evidence].flatMap(([language, total]) =>
    language !== "other" && total >= mostEvidence * minShare ? [language] : [],
  );
}

/** The languages of a person, by how many of their entries have the frequent words of each language. */
export const languagesOf = (entryCountByWord: ReadonlyMap<string, number>): Language[] =>
  languagesByEvidence(evidenceOf(entryCountByWord));

/** The language that most of the frequent words in a text belong to; `null` when there is no evidence. */
export function languageOfText(words: ReadonlySet<string>): Language | "other" | null {
  const evidence = evidenceOf(new Map([...words].map((word) => [word, 1])));
  const [bestLanguage] = [...evidence].toSorted(([, a], [, b]) => b - a);
  return bestLanguage && bestLanguage[1] > 0 ? bestLanguage[0] : null;
}

/** True for a name that {@link languageOfText} returns. */
export const isLanguage = (name: string): name is Language | "other" => Object.hasOwn(frequentWords, name);
