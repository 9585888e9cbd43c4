import type { Language } from "./stem.ts";

/**
 * Normalised words that are in most texts of a language and hardly in those of another. `other` stands for languages
 * without stemming, so that their writers do not get the rules of a language that they do not write.
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

const lists = Object.entries(frequentWords).map(([language, words]) => ({
  language: language as Language | "other",
  words: words.split(" "),
}));

/** The words by which {@link languagesOf} recognises a language. */
export const allFrequentWords: readonly string[] = [...new Set(lists.flatMap(({ words }) => words))];

const frequentSet = new Set(allFrequentWords);
/** True for a frequent word of a language, which says little about what an entry is about. */
export const isFrequentWord = (word: string): boolean => frequentSet.has(word);

/** A language that a person writes has at least this share of the evidence for their main language. */
const minShare = 0.2;

/**
 * The languages of a person whose words these are, judged by how many entries have the frequent words of each language.
 * English when there is no evidence, as in a first short entry.
 */
export function languagesOf(entriesWith: ReadonlyMap<string, number>): Language[] {
  const evidence = lists.map(({ language, words }) => ({
    language,
    sum: words.reduce((sum, word) => sum + (entriesWith.get(word) ?? 0), 0),
  }));
  const most = Math.max(...evidence.map(({ sum }) => sum));
  if (most === 0) return ["english"];
  return evidence.flatMap(({ language, sum }) =>
    language !== "other" && sum >= most * minShare ? [language] : [],
  );
}
