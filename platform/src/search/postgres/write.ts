import type pg from "pg";
import { parsePosition, type Position } from "../../event-store/position.ts";
import { transaction } from "../../postgres/pool.ts";
import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import type { Slot } from "./migrations.ts";
import { IndexSwapped, type SearchDocument, type SearchWriter } from "../search-index.ts";
import { areLarge } from "../large-documents.ts";
import { ownWordsPrefix, vectorsOf } from "../text/words-text.ts";

type DocumentRow = { readonly entry_id: number; readonly user_id: number; readonly lexemes: string[] };

/** Sums up changes of the number of entries that contain a word, for each person and word. */
function createTally() {
  const counts = new Map<number, Map<string, number>>();
  return {
    add(userId: number, words: ReadonlySet<string>, change: 1 | -1): void {
      const entriesByWord = counts.get(userId) ?? new Map<string, number>();
      counts.set(userId, entriesByWord);
      for (const word of words) entriesByWord.set(word, (entriesByWord.get(word) ?? 0) + change);
    },
    changes(): { userIds: number[]; words: string[]; countChanges: number[] } {
      const changes = { userIds: [] as number[], words: [] as string[], countChanges: [] as number[] };
      for (const [userId, entriesByWord] of counts) {
        for (const [word, change] of entriesByWord) {
          if (change === 0) continue;
          changes.userIds.push(userId);
          changes.words.push(word);
          changes.countChanges.push(change);
        }
      }
      return changes;
    },
  };
}

function wordsIn(userId: number, lexemes: readonly string[]): Set<string> {
  const start = ownWordsPrefix(userId);
  return new Set(
    lexemes.filter((lexeme) => lexeme.startsWith(start)).map((lexeme) => lexeme.slice(start.length)),
  );
}

/** Subtracts removed documents from the tally, each word once for an entry. */
function tallyRemoved(tally: ReturnType<typeof createTally>, removed: readonly DocumentRow[]): void {
  const entries = new Map<number, { userId: number; lexemes: string[] }>();
  for (const { entry_id, user_id, lexemes } of removed) {
    const removedEntry = entries.get(entry_id);
    if (removedEntry) removedEntry.lexemes.push(...lexemes);
    else entries.set(entry_id, { userId: user_id, lexemes: [...lexemes] });
  }
  for (const { userId, lexemes } of entries.values()) tally.add(userId, wordsIn(userId, lexemes), -1);
}

async function writeTally(
  client: pg.PoolClient,
  slot: Slot,
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  const { userIds, words, countChanges } = tally.changes();
  if (words.length === 0) return;
  const { rows: unusedWords } = await client.query<{ user_id: number; word: string }>({
    name: `search.count-words-${slot}`,
    text: `WITH counted AS (
       INSERT INTO search.words_${slot} AS w (user_id, word, entries)
       SELECT * FROM unnest($1::int8[], $2::text[], $3::int4[]) ORDER BY 1, 2
       ON CONFLICT (user_id, word) DO UPDATE SET entries = w.entries + excluded.entries
       RETURNING user_id, word, entries)
     SELECT user_id, word FROM counted WHERE entries <= 0`,
    values: [userIds, words, countChanges],
  });
  if (unusedWords.length === 0) return;
  await client.query(
    `DELETE FROM search.words_${slot} w USING unnest($1::int8[], $2::text[]) AS c (user_id, word)
     WHERE w.user_id = c.user_id AND w.word = c.word AND w.entries <= 0`,
    [unusedWords.map(({ user_id }) => user_id), unusedWords.map(({ word }) => word)],
  );
}

const returnedColumns = "entry_id, user_id, tsvector_to_array(words) AS lexemes";

/** Removes all documents and words of an account from an index. */
export async function removeUserFrom(client: pg.PoolClient, slot: Slot, userId: number): Promise<void> {
  await client.query("SELECT FROM search.indexes WHERE slot = $1 FOR SHARE", [slot]);
  // The expression `-user_id` begins the index by date (see the migrations), which finds the documents of an account.
  await client.query(`DELETE FROM search.documents_${slot} WHERE -user_id = -($1::int8)`, [userId]);
  await client.query(`DELETE FROM search.words_${slot} WHERE user_id = $1`, [userId]);
}

/** Inserts the documents whose entry is not in the index, and adds their words to the tally. */
async function insert(
  client: pg.PoolClient,
  slot: Slot,
  documents: readonly SearchDocument[],
  position: Position | null,
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  const rows = documents.flatMap((document) => {
    const vectors = vectorsOf(document);
    return vectors.map((words, part) => ({ document, words, part, parts: vectors.length }));
  });
  const { rows: writtenRows } = await client.query<DocumentRow>({
    name: `search.insert-documents-${slot}`,
    text: `INSERT INTO search.documents_${slot} (entry_id, part, parts, user_id, journal_id, created, position, words)
     SELECT d.entry_id, d.part, d.parts, d.user_id, d.journal_id, d.created, $7, d.words::tsvector
     FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::int8[], $5::int8[], $6::int8[], $8::text[])
       AS d (entry_id, part, parts, user_id, journal_id, created, words)
     WHERE d.entry_id <> ALL (ARRAY(
       SELECT newer.entry_id FROM search.documents_${slot} newer WHERE newer.entry_id = ANY ($1::int8[])))
     RETURNING ${returnedColumns}`,
    values: [
      rows.map(({ document }) => document.entryId),
      rows.map(({ part }) => part),
      rows.map(({ parts }) => parts),
      rows.map(({ document }) => document.userId),
      rows.map(({ document }) => document.journalId),
      rows.map(({ document }) => document.created),
      position,
      rows.map(({ words }) => words),
    ],
  });
  const entries = new Map<number, string[]>();
  for (const { entry_id, lexemes } of writtenRows) {
    entries.set(entry_id, [...(entries.get(entry_id) ?? []), ...lexemes]);
  }
  for (const { entryId, userId } of documents)
    tally.add(userId, wordsIn(userId, entries.get(entryId) ?? []), 1);
}

/** Documents to write, and where. */
export type PutTask = {
  readonly connectionString: string;
  readonly slot: Slot;
  readonly expectsLive: boolean;
  readonly documents: readonly SearchDocument[];
  readonly position: Position | null;
};

/** The program of a worker thread. The bundle replaces this URL, see `bin/run/bundle-program.mjs`. */
const program = new URL("./put-program.ts", import.meta.url);

/**
 * Writes to one of the two indexes, and to its word counts in the same transaction.
 *
 * @param expectsLive true for the live index, false for the one that is being filled
 * @param threads the threads that write long texts; without them, the calling thread does
 */
export function createPostgresWriter(
  pool: pg.Pool,
  slot: Slot,
  expectsLive: boolean,
  threads?: Pick<WorkerThreads, "run">,
): SearchWriter {
  async function putInThread(
    { run }: Pick<WorkerThreads, "run">,
    documents: readonly SearchDocument[],
    position: Position | null,
  ): Promise<void> {
    const { connectionString = "" } = pool.options;
    const input: PutTask = { connectionString, slot, expectsLive, documents, position };
    await run({ program, name: "putDocuments", input, owner: "search index" }).catch((error: unknown) => {
      const isSwapped = error instanceof Error && error.name === new IndexSwapped().name;
      throw isSwapped ? new IndexSwapped() : error;
    });
  }

  // Without the setting, a plan from a nearly empty table would scan the whole table until the next ANALYZE.
  const begin = `BEGIN; SET LOCAL enable_seqscan = off; SELECT live FROM search.indexes WHERE slot = '${slot}' FOR SHARE`;
  const write = (work: (client: pg.PoolClient) => Promise<void>): Promise<void> =>
    transaction(
      pool,
      async (client, [, , index]) => {
        const row = index?.rows[0] as { live: boolean } | undefined;
        if (row?.live !== expectsLive) throw new IndexSwapped();
        await work(client);
      },
      begin,
    );

  return {
    async checkpoint() {
      const { rows } = await pool.query<{ position: string | null; live: boolean }>(
        "SELECT position, live FROM search.indexes WHERE slot = $1",
        [slot],
      );
      if (rows[0]?.live !== expectsLive) throw new IndexSwapped();
      return rows[0].position === null ? null : parsePosition(rows[0].position);
    },

    async put(batch, position) {
      const documents = [...new Map(batch.map((document) => [document.entryId, document])).values()];
      if (documents.length === 0) return;
      if (threads && areLarge(documents)) return putInThread(threads, documents, position);
      await write(async (client) => {
        const ids = documents.map(({ entryId }) => entryId);
        const tally = createTally();
        const replacedRows = await client.query<DocumentRow>({
          name: `search.replace-documents-${slot}`,
          text: `DELETE FROM search.documents_${slot} WHERE entry_id = ANY ($1::int8[])
             AND (position IS NULL OR $2::text IS NULL OR position::numeric <= $2::numeric) RETURNING ${returnedColumns}`,
          values: [ids, position],
        });
        tallyRemoved(tally, replacedRows.rows);
        // The documents that stay are newer than `position`.
        await insert(client, slot, documents, position, tally);
        await writeTally(client, slot, tally);
      });
    },

    async remove(entryIds) {
      if (entryIds.length === 0) return;
      await write(async (client) => {
        const tally = createTally();
        const { rows } = await client.query<DocumentRow>(
          `DELETE FROM search.documents_${slot} WHERE entry_id = ANY ($1::int8[]) RETURNING ${returnedColumns}`,
          [entryIds],
        );
        tallyRemoved(tally, rows);
        await writeTally(client, slot, tally);
      });
    },

    async saveCheckpoint(position) {
      const { rowCount } = await pool.query({
        name: "search.save-checkpoint",
        text: "UPDATE search.indexes SET position = $2 WHERE slot = $1 AND live = $3",
        values: [slot, position, expectsLive],
      });
      if (rowCount !== 1) throw new IndexSwapped();
    },
  };
}
