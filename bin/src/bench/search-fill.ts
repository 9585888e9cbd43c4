import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import type { SearchDocument, SearchWriter } from "@daybook/platform/search/search-index";
import type { Pool } from "pg";
import type { createTexts } from "./search-texts.ts";

const defaultBatchSize = 200;
const dayMs = 86_400_000;
/** Entries of each other person. */
const entriesPerReader = 1_000;
const firstOtherUserId = 9_000_000_000_000;
/** Words in an entry of the reader, and of other people. */
const [wordsPerEntry, wordsPerShortEntry] = [200, 40];

/** The text of an entry, to compare with other ways of searching. */
export type Page = { readonly id: number; readonly text: string };

/** Indexes entries of one person, as the indexer does. Returns their texts and the rate in entries per second. */
export async function fillReader(
  pool: Pool,
  texts: ReturnType<typeof createTexts>,
  reader: { readonly userId: number; readonly firstId: number; readonly entries: number },
  wordCount = wordsPerEntry,
): Promise<{ pages: Page[]; rate: number }> {
  return fillIndex(await createPostgresSearch({ pool }).openWriter(), texts, reader, wordCount);
}

/** Like {@link fillReader}, for any search index. */
export async function fillIndex(
  writer: SearchWriter,
  texts: ReturnType<typeof createTexts>,
  reader: { readonly userId: number; readonly firstId: number; readonly entries: number },
  wordCount = wordsPerEntry,
  batchSize = defaultBatchSize,
): Promise<{ pages: Page[]; rate: number }> {
  const pages: Page[] = [];
  let elapsedMs = 0;
  for (let from = 0; from < reader.entries; from += batchSize) {
    const documents: SearchDocument[] = [];
    for (let index = from; index < Math.min(from + batchSize, reader.entries); index++) {
      const { title, body } = texts.page(wordCount);
      const entryId = reader.firstId + index;
      pages.push({ id: entryId, text: `${title}\n${body}` });
      const createdAt = Date.UTC(1990, 0, 1) + index * dayMs;
      const commonFields = {
        entryId,
        userId: reader.userId,
        journalId: reader.userId,
        created: createdAt,
        localDate: null,
      };
      documents.push({ ...commonFields, title, tags: [], body });
    }
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one writer, like the indexer
    await writer.put(documents, null);
    elapsedMs += performance.now() - startedAt;
  }
  return { pages, rate: reader.entries / (elapsedMs / 1_000) };
}

/**
 * Inserts entries of other people, a thousand for each. They are copies of a thousand short entries, and the word index is
 * dropped before and created again after; otherwise a million entries would take hours.
 */
export async function fillOtherReaders(
  pool: Pool,
  texts: ReturnType<typeof createTexts>,
  count: number,
): Promise<void> {
  const templateReader = {
    userId: firstOtherUserId,
    firstId: firstOtherUserId,
    entries: Math.min(count, entriesPerReader),
  };
  await fillReader(pool, texts, templateReader, wordsPerShortEntry);
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'search' AND tablename = 'documents_a' AND indexdef LIKE '%gin%'`,
  );
  for (const { name } of indexes) await pool.query(`DROP INDEX search.${name}`);
  for (let inserted = entriesPerReader; inserted < count; inserted += entriesPerReader) {
    const userId = firstOtherUserId + inserted;
    // oxlint-disable-next-line no-await-in-loop -- in chunks, to limit the memory
    await pool.query(
      `INSERT INTO search.documents_a (entry_id, part, parts, user_id, journal_id, created, words)
       SELECT d.entry_id - $2::int8 + $1::int8, d.part, d.parts, $1, $1, d.created,
         replace(d.words::text, $3, $4)::tsvector
       FROM search.documents_a d WHERE d.user_id = $2 LIMIT $5`,
      [
        userId,
        templateReader.userId,
        `'${templateReader.userId.toString(36)}`,
        `'${userId.toString(36)}`,
        Math.min(entriesPerReader, count - inserted),
      ],
    );
  }
  await pool.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query("VACUUM ANALYZE search.documents_a, search.words_a");
}
