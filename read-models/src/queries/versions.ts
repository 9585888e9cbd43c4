import { selectList } from "../table-sql.ts";
import { type EntryVersionRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

/** A version of an entry, sealed. `session` is the number of its writing session; 1 is the newest. */
export type NumberedVersion = EntryVersionRow & { session: number };

/** A pause of at least this length between two saves begins a new writing session. */
const SESSION_GAP = "30 minutes";

/** Lists omit bodies that are longer than this when sealed, so that a list never holds many long bodies in memory. */
const maxListedBodyBytes = 16_000;

/** A version in a list. `body` is null when it is long. */
export type ListedVersion = Omit<NumberedVersion, "body"> & { body: NumberedVersion["body"] | null };

const versionColumns = selectList(tables.entryVersions, "v");
const listedColumns = versionColumns.replace(
  'v.body AS "body"',
  `CASE WHEN octet_length(v.body) <= ${maxListedBodyBytes} THEN v.body END AS "body"`,
);

/**
 * Numbers the writing sessions of an entry, the newest first, and reads the chosen versions. The numbering uses only an
 * index; the texts are read afterwards.
 */
const selectNumberedVersions = (
  entryIdPlaceholder: string,
  choiceClause: string,
  columns = versionColumns,
): string => `
  WITH marked AS (
    SELECT v.id, v.ordinal,
      coalesce(lag(v.created_at) OVER newest_first - v.created_at >= interval '${SESSION_GAP}', true) AS is_last_of_session
    FROM read_models.entry_versions v WHERE v.entry_id = ${entryIdPlaceholder}
    WINDOW newest_first AS (ORDER BY v.ordinal DESC)
  ), sessions AS (
    SELECT m.id, m.ordinal, count(*) FILTER (WHERE m.is_last_of_session) OVER (ORDER BY m.ordinal DESC) AS session FROM marked m
  ), chosen AS (SELECT s.id, s.session FROM sessions s ${choiceClause})
  SELECT ${columns}, c.session FROM chosen c JOIN read_models.entry_versions v ON v.entry_id = ${entryIdPlaceholder} AND v.id = c.id
  ORDER BY v.ordinal DESC`;

const selectPageOfVersions = selectNumberedVersions(
  "$1",
  "ORDER BY s.ordinal DESC LIMIT $2 OFFSET $3",
  listedColumns,
);
const selectOneVersion = selectNumberedVersions("$1", "WHERE s.id = $2");

/**
 * A page of an entry's versions without long bodies, newest first. `olderVersion` is the version that was saved just before the oldest
 * one of the page. `page` counts from 1.
 */
export async function versionsOf(
  db: Queryable,
  entryId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; versions: ListedVersion[]; olderVersion: ListedVersion | null }> {
  const versions = await rowsOf<ListedVersion>(db, "versions-of", selectPageOfVersions, [
    entryId,
    limit + 1,
    (page - 1) * limit,
  ]);
  const text = `SELECT count(*) AS total FROM read_models.entry_versions v WHERE v.entry_id = $1`;
  const row = await rowOf<{ total: number }>(db, "count-versions", text, [entryId]);
  return {
    total: row?.total ?? 0,
    versions: versions.slice(0, limit),
    olderVersion: versions[limit] ?? null,
  };
}

/** One version of an entry. */
export function versionById(db: Queryable, entryId: number, id: number): Promise<NumberedVersion | null> {
  return rowOf<NumberedVersion>(db, "version-by-id", selectOneVersion, [entryId, id]);
}
