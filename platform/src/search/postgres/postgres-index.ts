import type pg from "pg";
import { parsePosition } from "../../event-store/position.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { transaction } from "../../postgres/pool.ts";
import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import {
  emptySpareIndex,
  ensureSlots,
  findLiveSlot,
  replaceLiveIndex,
  selectLiveSlot,
  slotIn,
  slots,
} from "./slots.ts";
import { findIn } from "./find.ts";
import { rewriteLiveIndex } from "./rewrite.ts";
import { createPostgresWriter, removeUserFrom } from "./write.ts";
import type { SearchDocument, SearchIndex, SearchRequest, SearchResult, WriteSize } from "../search-index.ts";
import { createLanguageCache } from "./language-cache.ts";
import { ownWordsIn } from "./words.ts";
import { vectorsOf } from "../text/words-text.ts";

/** A sequential scan is never right here, and JIT compilation takes longer than the query. */
const beginSearch = `BEGIN READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
  SET LOCAL plan_cache_mode = auto; ${selectLiveSlot}`;
/** A search during which the live index is swapped runs again. This is the maximum number of its runs. */
const maxFindAttempts = 3;
const writeSize: WriteSize = {
  events: 200,
  page: 100,
  entries: 200,
  characters: 1_000_000,
  maxConcurrent: 1,
};

type StoredEntry = {
  readonly entry_id: number;
  readonly user_id: number;
  readonly journal_id: number;
  readonly created: number;
  readonly parts: string[];
};

/** Full text search in PostgreSQL. */
export function createPostgresSearch(deps: {
  pool: pg.Pool;
  clock?: Clock;
  /** The threads that write long texts. Without them, the calling thread does. */
  threads?: Pick<WorkerThreads, "run">;
}): SearchIndex {
  const { pool, clock = systemClock, threads } = deps;
  const languages = createLanguageCache({ clock });

  async function find(request: SearchRequest, attempt = 1): Promise<SearchResult> {
    const search = async (client: pg.PoolClient, beginResults: readonly pg.QueryResult[]) => {
      const slot = slotIn(beginResults.at(-1));
      const ownWords = ownWordsIn(client, slot, request.userId, languages);
      const result = await findIn(client, slot, request, ownWords);
      return { result, isSwapped: (await findLiveSlot(client)) !== slot };
    };
    const { result, isSwapped } = await transaction(pool, search, beginSearch);
    return isSwapped && attempt < maxFindAttempts ? find(request, attempt + 1) : result;
  }

  async function findStoredEntries(documents: readonly SearchDocument[]): Promise<Map<number, StoredEntry>> {
    const { rows } = await pool.query<StoredEntry>(
      `SELECT entry_id, user_id, journal_id, created, array_agg(words::text ORDER BY part) AS parts
       FROM search.documents_${await findLiveSlot(pool)} WHERE entry_id = ANY ($1::int8[])
       GROUP BY entry_id, user_id, journal_id, created`,
      [documents.map(({ entryId }) => entryId)],
    );
    return new Map(rows.map((row) => [row.entry_id, row]));
  }

  async function normaliseVectors(vectors: readonly string[]): Promise<string[]> {
    const { rows } = await pool.query<{ words: string }>(
      "SELECT v.words::tsvector::text AS words FROM unnest($1::text[]) WITH ORDINALITY AS v (words, n) ORDER BY v.n",
      [vectors],
    );
    return rows.map(({ words }) => words);
  }

  return {
    writeSize,
    find: (request) => find(request),

    async openWriter() {
      await ensureSlots(pool);
      await emptySpareIndex(pool);
      return createPostgresWriter(pool, await findLiveSlot(pool), true, threads);
    },

    async removeUser(userId) {
      for (const slot of slots) await transaction(pool, (client) => removeUserFrom(client, slot, userId));
    },

    rebuild: (fill) =>
      replaceLiveIndex(pool, (slot) => fill(createPostgresWriter(pool, slot, false, threads))),

    async rewrite() {
      await rewriteLiveIndex(pool);
      return true;
    },

    emptySpareIndex: () => emptySpareIndex(pool),

    async status() {
      const slot = await findLiveSlot(pool);
      const { rows } = await pool.query<{ documents: number; position: string | null }>(
        `SELECT (SELECT count(*) FROM search.documents_${slot} WHERE part = 0) AS documents, position
         FROM search.indexes WHERE slot = $1`,
        [slot],
      );
      const position = rows[0]?.position ?? null;
      return {
        documents: rows[0]?.documents ?? 0,
        checkpoint: position === null ? null : parsePosition(position),
      };
    },

    async entryIdsAfter(entryId, limit) {
      const { rows } = await pool.query<{ id: number }>(
        `SELECT DISTINCT entry_id AS id FROM search.documents_${await findLiveSlot(pool)} WHERE entry_id > $1
         ORDER BY entry_id LIMIT $2`,
        [entryId, limit],
      );
      return rows.map(({ id }) => id);
    },

    async findDiffering(documents) {
      const storedEntries = await findStoredEntries(documents);
      const expectedVectors = documents.map(vectorsOf);
      const normalisedVectors = await normaliseVectors(expectedVectors.flat());
      let offset = 0;
      return documents.flatMap(({ entryId, userId, journalId, created }, index) => {
        const expectedParts = normalisedVectors.slice(offset, offset + (expectedVectors[index]?.length ?? 0));
        offset += expectedParts.length;
        const storedEntry = storedEntries.get(entryId);
        const isSame =
          storedEntry?.user_id === userId &&
          storedEntry.journal_id === journalId &&
          storedEntry.created === created &&
          storedEntry.parts.length === expectedParts.length &&
          storedEntry.parts.every((part, number) => part === expectedParts[number]);
        return isSame ? [] : [entryId];
      });
    },

    // The health check tests the database separately.
    check: () => Promise.resolve(),

    async isWordListCorrect() {
      const slot = await findLiveSlot(pool);
      const { rows } = await pool.query(
        `SELECT FROM search.words_${slot} w FULL JOIN (
           SELECT d.user_id, substr(l.lexeme, strpos(l.lexeme, '.') + 1) AS word, count(DISTINCT d.entry_id) AS entries
           FROM search.documents_${slot} d, unnest(d.words) l WHERE l.lexeme ~ '^[0-9a-z]+[.]' GROUP BY 1, 2
         ) c ON w.user_id = c.user_id AND w.word = c.word COLLATE "C"
         WHERE c.entries IS DISTINCT FROM w.entries LIMIT 1`,
      );
      return rows.length === 0;
    },
  };
}
