import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import type { KeyVault } from "@daybook/platform/vault/key-vault";
import { seal } from "@daybook/platform/vault/seal";
import { tables } from "@daybook/read-models/tables";
import { insertRows } from "@daybook/read-models/testing/insert-rows";
import { entryRow, stateRow } from "@daybook/read-models/testing/sample-rows";
import type { Pool } from "pg";

const sentence = "Up betimes and to my office, where I did a great deal of business, and so home to dinner. ";
const chunkSize = 2_000;
const concurrency = 16;
const dayMs = 24 * 3_600_000;

/** The journal to fill, and its owner. */
export type DiaryToFill = { readonly userId: number; readonly journalId: number };

/**
 * Inserts entries into the read models, with keys and sealed texts. There are three entries a day. The first one is of 1 January
 * 1990, and each next one is eight hours older. The entries have no events, because no measured call reads their streams.
 *
 * @param firstId the id of the first entry; each next entry has the next id
 */
export async function fillDiary(
  { pool, vault }: { pool: Pool; vault: KeyVault },
  { userId, journalId }: DiaryToFill,
  count: number,
  firstId: number,
): Promise<void> {
  const html = `<p>${sentence.repeat(14)}</p>`;
  for (let offset = 0; offset < count; offset += chunkSize) {
    const ids = Array.from(
      { length: Math.min(chunkSize, count - offset) },
      (_, index) => firstId + offset + index,
    );
    const entries: ReturnType<typeof entryRow>[] = [];
    const bodies: { entryId: number; body: ReturnType<typeof sealBody> }[] = [];
    const queue = [...ids];
    const worker = async (): Promise<void> => {
      for (let entryId = queue.pop(); entryId !== undefined; entryId = queue.pop()) {
        const stream = streamOf.entry(entryId);
        // oxlint-disable-next-line no-await-in-loop -- several of these run in parallel
        const key = await vault.create(stream, contentKeyId(journalId));
        const createdAt = new Date(Date.UTC(1990, 0, 1) - (entryId - firstId) * (dayMs / 3)).toISOString();
        const dateFields = { createdAt, localDate: createdAt.slice(0, 10), timezone: "UTC" };
        const title = seal(key, stream, "entry.title", `A day, number ${entryId}`);
        const excerpt = seal(key, stream, "entry.excerpt", sentence);
        entries.push(
          entryRow({
            id: entryId,
            userId,
            journalId,
            title,
            excerpt,
            wordCount: 250,
            modifiedAt: createdAt,
            ...dateFields,
          }),
        );
        bodies.push({ entryId, body: sealBody(key, stream, html) });
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- in chunks, to limit the memory
    await Promise.all(Array.from({ length: concurrency }, worker));
    const states = entries.map(({ id, createdAt, localDate, timezone }) =>
      stateRow({ entryId: id, ordinal: 0, journalId, at: createdAt, createdAt, localDate, timezone }),
    );
    /* oxlint-disable no-await-in-loop -- see above */
    await insertRows(pool, tables.entries, entries);
    await insertRows(pool, tables.entryBodies, bodies);
    await insertRows(pool, tables.entryStates, states);
    /* oxlint-enable no-await-in-loop */
  }
  await pool.query("UPDATE read_models.journal_counts SET active = active + $2 WHERE journal_id = $1", [
    journalId,
    count,
  ]);
}

const sealBody = (key: Parameters<typeof seal>[0], stream: string, html: string) =>
  seal(key, stream, "entry.body", html);

/** Inserts entries of other people, a thousand in each journal. The entries have no keys, because no measured call reads them. */
export async function fillOtherDiaries(pool: Pool, count: number, firstId: number): Promise<void> {
  const sealedSql = "repeat(md5(i::text), 10)";
  const journalIdSql = `${firstId} + i / 1000`;
  const createdAtSql = "'1990-01-01T00:00:00Z'::timestamptz - (i % 1000) * interval '8 hours'";
  await pool.query(
    `INSERT INTO read_models.entries (id, user_id, journal_id, title, excerpt, content_tag, created_at, local_date,
       timezone, modified_at, revision, starred, status, trashed_at, word_count, prompt_id, pad_theme_id, page_theme_id,
       stream_revision)
     SELECT ${firstId} + i, ${journalIdSql}, ${journalIdSql}, ${sealedSql}, ${sealedSql}, md5(i::text), ${createdAtSql}, (${createdAtSql})::date,
       'UTC', ${createdAtSql}, 1, i % 20 = 0, 'active', NULL, 250, NULL, 1, 1, 0 FROM generate_series(1, $1::int) i`,
    [count],
  );
  await pool.query(
    `INSERT INTO read_models.entry_bodies (entry_id, body)
     SELECT ${firstId} + i, repeat(md5(i::text), 20) FROM generate_series(1, $1::int) i`,
    [count],
  );
  await pool.query(
    "VACUUM ANALYZE read_models.entries, read_models.entry_bodies, read_models.entry_states, vault.keys",
  );
}
