import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import type { SearchDocument, SearchWriter } from "@daybook/platform/search/search-index";
import type { Pool } from "pg";
import type { createTexts } from "./search-texts.ts";

const defaultBatchSize = 200;
const dayMs = 86_400_000;
/** The benchmark searches one account. Each other account has this number of entries. */
const entriesPerAccount = 1_000;
const firstOtherUserId = 9_000_000_000_000;
/** How many words an entry has: in the account that is searched, and in the other accounts. */
const [wordsPerEntry, wordsPerShortEntry] = [200, 40];

/** The text of an indexed entry, to compare with other ways of searching. */
export type IndexedText = { readonly id: number; readonly text: string };

/** Indexes entries of one account in PostgreSQL, as the indexer does. Returns their texts and the rate in entries per second. */
export async function fillAccount(
  pool: Pool,
  texts: ReturnType<typeof createTexts>,
  account: { readonly userId: number; readonly firstId: number; readonly entries: number },
  wordCount = wordsPerEntry,
): Promise<{ indexedTexts: IndexedText[]; rate: number }> {
  return fillIndex(await createPostgresSearch({ pool }).openWriter(), texts, account, wordCount);
}

/** Like {@link fillAccount}, for any search index. */
export async function fillIndex(
  writer: SearchWriter,
  texts: ReturnType<typeof createTexts>,
  account: { readonly userId: number; readonly firstId: number; readonly entries: number },
  wordCount = wordsPerEntry,
  batchSize = defaultBatchSize,
): Promise<{ indexedTexts: IndexedText[]; rate: number }> {
  const indexedTexts: IndexedText[] = [];
  let elapsedMs = 0;
  for (let from = 0; from < account.entries; from += batchSize) {
    const documents: SearchDocument[] = [];
    for (let index = from; index < Math.min(from + batchSize, account.entries); index++) {
      const { title, body } = texts.entry(wordCount);
      const entryId = account.firstId + index;
      indexedTexts.push({ id: entryId, text: `${title}\n${body}` });
      const createdAt = Date.UTC(1990, 0, 1) + index * dayMs;
      const commonFields = {
        entryId,
        userId: account.userId,
        journalId: account.userId,
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
  return { indexedTexts, rate: account.entries / (elapsedMs / 1_000) };
}

/**
 * Inserts `count` entries of other accounts, a thousand for each account. To index a million entries would take hours. So only the
 * entries of the first account are indexed, and then copied for the others. The GIN indexes are dropped before and created again after.
 */
export async function fillOtherAccounts(
  pool: Pool,
  texts: ReturnType<typeof createTexts>,
  count: number,
): Promise<void> {
  const templateAccount = {
    userId: firstOtherUserId,
    firstId: firstOtherUserId,
    entries: Math.min(count, entriesPerAccount),
  };
  await fillAccount(pool, texts, templateAccount, wordsPerShortEntry);
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'search' AND tablename = 'documents_a' AND indexdef LIKE '%gin%'`,
  );
  for (const { name } of indexes) await pool.query(`DROP INDEX search.${name}`);
  // Each indexed word begins with the account's id in base 36, so a copy replaces the id.
  for (let inserted = entriesPerAccount; inserted < count; inserted += entriesPerAccount) {
    const userId = firstOtherUserId + inserted;
    // oxlint-disable-next-line no-await-in-loop -- in chunks, to limit the memory
    await pool.query(
      `INSERT INTO search.documents_a (entry_id, part, parts, user_id, journal_id, created, words)
       SELECT d.entry_id - $2::int8 + $1::int8, d.part, d.parts, $1, $1, d.created,
         replace(d.words::text, $3, $4)::tsvector
       FROM search.documents_a d WHERE d.user_id = $2 LIMIT $5`,
      [
        userId,
        templateAccount.userId,
        `'${templateAccount.userId.toString(36)}`,
        `'${userId.toString(36)}`,
        Math.min(entriesPerAccount, count - inserted),
      ],
    );
  }
  await pool.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query("VACUUM ANALYZE search.documents_a, search.words_a");
}
