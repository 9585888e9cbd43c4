import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

/** The id of the entry behind a public link, by the hash of its slug. The caller must check access to the entry. */
export async function entryIdOfSlugHash(db: Queryable, slugHash: string): Promise<number | null> {
  const text = `SELECT p.entry_id AS id FROM read_models.public_links p WHERE p.slug_hash = $1`;
  return (await rowOf<{ id: number }>(db, "entry-of-slug", text, [slugHash]))?.id ?? null;
}

/** The ids of public links by entry id. Entries without a link are omitted. */
export async function linkIdsOfEntries(
  db: Queryable,
  entryIds: readonly number[],
): Promise<Map<number, number>> {
  const text = `SELECT p.entry_id AS "entryId", p.link_id AS "linkId" FROM read_models.public_links p
    WHERE p.entry_id = ANY ($1::int8[])`;
  const rows = await rowsOf<{ entryId: number; linkId: number }>(db, "link-ids-of", text, [entryIds]);
  return new Map(rows.map(({ entryId, linkId }) => [entryId, linkId]));
}
