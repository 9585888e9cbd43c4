import type pg from "pg";
import type { OwnWord, OwnWords } from "../text/correct-query.ts";
import type { Slot } from "./migrations.ts";

const mostCandidates = 3_000;

/**
 * Pieces of a word of which any misspelling leaves one intact: its beginning or its end, or, for two wrong letters, the
 * middle. They are one letter apart, so that two swapped letters never damage both neighbours.
 */
function pieces(
  letters: readonly string[],
  tolerance: number,
): { start: string; middle: string | null; end: string } {
  const length = Math.floor((letters.length - tolerance) / (tolerance + 1));
  const part = (from: number, to: number): string => letters.slice(from, to).join("");
  const middle = tolerance > 1 ? part(length + 1, letters.length - length - 1) : null;
  return { start: part(0, length), middle, end: part(letters.length - length, letters.length) };
}

const past = "|| chr(1114111)";

/** The words of a person, as counted next to the index. The query reads only their rows. */
export function ownWordsIn(db: Pick<pg.Pool, "query">, slot: Slot, userId: number): OwnWords {
  return {
    async known(words) {
      const { rows } = await db.query<{ word: string }>(
        `SELECT q.word FROM unnest($2::text[], $3::boolean[]) AS q (word, prefix)
         WHERE EXISTS (SELECT FROM search.words_${slot} w WHERE w.user_id = $1 AND w.word = q.word)
           OR q.prefix AND EXISTS (SELECT FROM search.words_${slot} w
             WHERE w.user_id = $1 AND w.word >= q.word AND w.word < q.word ${past})`,
        [userId, words.map(({ word }) => word), words.map(({ prefix }) => prefix)],
      );
      return new Set(rows.map(({ word }) => word));
    },

    async similar(word, tolerance, prefix) {
      const letters = Array.from(word);
      const { start, middle, end } = pieces(letters, tolerance);
      const own = `SELECT w.word, w.entries FROM search.words_${slot} w WHERE w.user_id = $1
        AND char_length(w.word) BETWEEN $2 AND $3`;
      const { rows } = await db.query<OwnWord>(
        `SELECT word, entries FROM (
           ${own} AND w.word >= $4::text AND w.word < $4::text ${past}
           UNION ${own} AND reverse(w.word) >= reverse($5::text) AND reverse(w.word) < reverse($5::text) ${past}
           UNION ${own} AND $6::text IS NOT NULL AND strpos(w.word, $6::text) > 0) AS s
         ORDER BY entries DESC, word LIMIT ${mostCandidates}`,
        [
          userId,
          letters.length - tolerance,
          letters.length + (prefix ? 2 * tolerance + 2 : tolerance),
          start,
          end,
          middle,
        ],
      );
      return rows;
    },
  };
}
