import type pg from "pg";
import type { OwnWord, OwnWords } from "../text/own-words.ts";
import { needsExactPrefix, exactPrefixLength } from "../text/edit-distance.ts";
import { allFrequentWords } from "../text/languages.ts";
import type { SearchTerm } from "../text/parse-query.ts";
import type { TermCounts } from "../text/some-words.ts";
import type { LanguageCache } from "./language-cache.ts";
import type { Slot } from "./migrations.ts";

const maxCandidates = 3_000;

/**
 * The beginning and the end of a word and, when two letters may be wrong, its middle. A misspelling leaves at least one of these pieces
 * intact. They are at least one letter apart, so that two swapped letters damage only one piece.
 */
function piecesOf(
  letters: readonly string[],
  tolerance: number,
): { start: string; middle: string | null; end: string } {
  const length = Math.floor((letters.length - tolerance) / (tolerance + 1));
  const lettersBetween = (from: number, to: number): string => letters.slice(from, to).join("");
  const middle = tolerance > 1 ? lettersBetween(length + 1, letters.length - length - 1) : null;
  return {
    start: lettersBetween(0, length),
    middle,
    end: lettersBetween(letters.length - length, letters.length),
  };
}

/** SQL to append to a prefix. A word that begins with the prefix is less than the result, which ends with the highest character. */
const endOfPrefixRange = "|| chr(1114111)";

/** The words of a person. `count` estimates how many entries have each term. */
export type OwnWordsInPostgres = OwnWords & { count(terms: readonly SearchTerm[]): Promise<TermCounts> };

/** The words of a person, from the word counts of the index. Each query reads only the rows of this person. */
export function ownWordsIn(
  db: Pick<pg.Pool, "query">,
  slot: Slot,
  userId: number,
  languages: LanguageCache,
): OwnWordsInPostgres {
  return {
    async count(terms) {
      // `at` is the number of a term in the query, and `n` the number of a word in its term. With `chr(1)`, the range of words in the SQL
      // contains only the word itself.
      const words = terms.flatMap((term, index) => [
        ...term.words.map(({ word }, wordNumber) => ({
          at: index,
          n: wordNumber,
          word,
          isPrefix: term.isPrefix && wordNumber === term.words.length - 1,
        })),
        // Only terms of one word have other forms.
        ...term.otherForms.map((word) => ({ at: index, n: 0, word, isPrefix: false })),
      ]);
      const { rows } = await db.query<{ at: number; entries: number; total: number }>(
        `SELECT c.at, min(c.entries) AS entries,
           (SELECT max(w.entries) FROM search.words_${slot} w WHERE w.user_id = $1) AS total
         FROM (SELECT q.at, q.n, sum(f.entries)::float8 AS entries
           FROM unnest($2::int4[], $3::int4[], $4::text[], $5::boolean[]) AS q (at, n, word, prefix), LATERAL (
             SELECT coalesce(sum(w.entries), 0) AS entries FROM search.words_${slot} w
             WHERE w.user_id = $1 AND w.word >= q.word
               AND w.word < q.word || CASE WHEN q.prefix THEN chr(1114111) ELSE chr(1) END) f
           GROUP BY q.at, q.n) c
         GROUP BY c.at`,
        [
          userId,
          words.map(({ at }) => at),
          words.map(({ n: wordNumber }) => wordNumber),
          words.map(({ word }) => word),
          words.map(({ isPrefix }) => isPrefix),
        ],
      );
      const counts = new Map(rows.map(({ at, entries }) => [at, entries]));
      return { counts: terms.map((_, index) => counts.get(index) ?? 0), total: rows[0]?.total ?? 0 };
    },

    async findKnown(words) {
      const { rows } = await db.query<{ word: string; isWhole: boolean }>(
        `SELECT q.word, f.word = q.word AS "isWhole" FROM unnest($2::text[]) AS q (word), LATERAL (
           SELECT w.word FROM search.words_${slot} w
           WHERE w.user_id = $1 AND w.word >= q.word AND w.word < q.word ${endOfPrefixRange} ORDER BY w.word LIMIT 1) f`,
        [userId, words],
      );
      const wholeWords = rows.filter((row) => row.isWhole);
      return {
        wholeWords: new Set(wholeWords.map(({ word }) => word)),
        prefixes: new Set(rows.map(({ word }) => word)),
      };
    },

    async findStartingWith(prefixes) {
      const { rows } = await db.query<OwnWord>(
        `SELECT DISTINCT f.word, f.entries FROM unnest($2::text[]) AS q (word), LATERAL (
           SELECT w.word, w.entries FROM search.words_${slot} w
           WHERE w.user_id = $1 AND w.word >= q.word AND w.word < q.word ${endOfPrefixRange}
           ORDER BY w.entries DESC, w.word LIMIT ${maxCandidates}) f`,
        [userId, prefixes],
      );
      return rows;
    },

    readLanguages: () =>
      languages.get(userId, async () => {
        const { rows } = await db.query<OwnWord>(
          `SELECT w.word, w.entries FROM search.words_${slot} w WHERE w.user_id = $1 AND w.word = ANY ($2::text[])`,
          [userId, allFrequentWords],
        );
        return rows;
      }),

    async findSimilar(word, tolerance, isPrefix) {
      const letters = Array.from(word);
      const isShort = needsExactPrefix(word);
      const { start, middle, end } = piecesOf(letters, isShort ? 1 : tolerance);
      const exactPrefix = isShort ? letters.slice(0, exactPrefixLength).join("") : null;
      const ownWordsSql = `SELECT w.word, w.entries FROM search.words_${slot} w WHERE w.user_id = $1
        AND char_length(w.word) BETWEEN $2 AND $3`;
      const { rows } = await db.query<OwnWord>(
        `SELECT word, entries FROM (
           ${ownWordsSql} AND w.word >= $4::text AND w.word < $4::text ${endOfPrefixRange}
           UNION ${ownWordsSql} AND reverse(w.word) >= reverse($5::text) AND reverse(w.word) < reverse($5::text) ${endOfPrefixRange}
           UNION ${ownWordsSql} AND w.word >= $7::text AND w.word < $7::text ${endOfPrefixRange}
           UNION ${ownWordsSql} AND $6::text IS NOT NULL AND strpos(w.word, $6::text) > 0) AS s
         ORDER BY entries DESC, word LIMIT ${maxCandidates}`,
        [
          userId,
          letters.length - tolerance,
          letters.length + (isPrefix ? 2 * tolerance + 2 : tolerance),
          start,
          end,
          middle,
          exactPrefix,
        ],
      );
      return rows;
    },
  };
}
