import { seededRandom } from "../chaos/seeded-random.ts";

const syllables =
  "ba co de fi gra ho in jo ka lum mer no ope pry qui ras ste tol una vor wes yel zim the and of my to".split(
    " ",
  );
const vocabularySize = 30_000;

/** A vocabulary like that of a language: frequent words are short, rare words are long. */
function makeVocabulary(random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    const length = 1 + Math.floor(Math.log2(2 + words.size) / 4) + Math.floor(random() * 2);
    let word = "";
    for (let part = 0; part < length; part++)
      word += syllables[Math.floor(random() * syllables.length)] ?? "";
    words.add(word);
  }
  return [...words];
}

/** Makes texts whose word frequencies follow Zipf's law, and typical queries. The same seed gives the same texts. */
export function createTexts(seed: number) {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(random);
  const cumulativeWeights: number[] = [];
  let totalWeight = 0;
  for (let rank = 0; rank < vocabulary.length; rank++)
    cumulativeWeights.push((totalWeight += 1 / (rank + 2.7)));

  function drawWord(): string {
    const target = random() * totalWeight;
    let [low, high] = [0, cumulativeWeights.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulativeWeights[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low] ?? "";
  }
  const joinWords = (count: number): string => Array.from({ length: count }, drawWord).join(" ");
  const wordOfRank = (min: number, max: number): string =>
    vocabulary[Math.floor(min + random() * (max - min))] ?? "";
  const withSwappedLetters = (text: string): string =>
    text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

  return {
    entry: (wordCount: number) => ({ title: joinWords(4), body: joinWords(wordCount) }),
    /** Makes a query. `number` chooses its kind: for example rare words, frequent words, prefixes, misspelled words or a phrase. */
    query(number: number): string {
      const kinds = [
        () => wordOfRank(2_000, 20_000),
        () => `${wordOfRank(50, 500)} ${wordOfRank(200, 3_000)}`,
        () => `${wordOfRank(10, 100)} ${wordOfRank(10, 100)}`,
        () => wordOfRank(0, 10),
        () => wordOfRank(1_000, 10_000).slice(0, 4),
        () => `${wordOfRank(20, 200)} ${wordOfRank(500, 5_000).slice(0, 3)}`,
        () => withSwappedLetters(wordOfRank(5_000, 20_000)),
        () => `"${wordOfRank(100, 1_000)} ${wordOfRank(100, 1_000)}"`,
      ];
      return kinds[number % kinds.length]?.() ?? "";
    },
  };
}
