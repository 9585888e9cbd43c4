import type { Migration } from "../../postgres/migrate.ts";

/** The two indexes. One is live, the other is empty or being filled. */
export const slots = ["a", "b"] as const;
/** See {@link slots}. */
export type Slot = (typeof slots)[number];

const wordIndexes = { whole: "parts = 1", in_parts: "parts > 1" } as const;

/** SQL that creates the missing indexes on words. Creating an index is much faster after the rows were inserted. */
export const createWordIndexesSql = (slot: Slot): string =>
  Object.entries(wordIndexes)
    .map(
      ([name, where]) =>
        `CREATE INDEX IF NOT EXISTS documents_${slot}_${name} ON search.documents_${slot}
  USING gin (words) WITH (fastupdate = off) WHERE ${where};`,
    )
    .join("\n");

/** SQL that drops the indexes on words. It is for a slot that is not live and will be filled. */
export const dropWordIndexesSql = (slot: Slot): string =>
  Object.keys(wordIndexes)
    .map((name) => `DROP INDEX IF EXISTS search.documents_${slot}_${name};`)
    .join("\n");

/**
 * SQL that creates the tables and indexes of a slot. The index by date is on `-user_id`, so PostgreSQL uses this index only for
 * statements that name `-user_id`. A query on words must not name it, because with this index PostgreSQL would read all words of the
 * account. The table of words serves to correct misspelled queries.
 */
const slotSql = (slot: Slot): string => `
-- A part of an entry as words, each with its owner before it, so that one look into the index never leaves an account.
CREATE TABLE search.documents_${slot} (
  entry_id bigint NOT NULL,
  part integer NOT NULL,
  parts integer NOT NULL,
  user_id bigint NOT NULL,
  journal_id bigint NOT NULL,
  created bigint NOT NULL,
  position text,
  words tsvector NOT NULL,
  PRIMARY KEY (entry_id, part)
) WITH (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.05);
-- Whole entries are searched apart from parts of long ones, of which each may hold another word of the query.
${createWordIndexesSql(slot)}
-- Turned round, so that it is used where it is named and nowhere else: to read all words of an account is never right.
CREATE INDEX documents_${slot}_by_date ON search.documents_${slot} ((-user_id), created, entry_id);

-- The words that a person has written, and in how many entries: what a misspelled query is put right by.
CREATE TABLE search.words_${slot} (
  user_id bigint NOT NULL,
  word text COLLATE "C" NOT NULL,
  entries integer NOT NULL,
  PRIMARY KEY (user_id, word)
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX words_${slot}_by_end ON search.words_${slot} (user_id, (reverse(word)) COLLATE "C");
`;

/**
 * SQL that removes PostgreSQL's statistics of words and keeps it from collecting new ones. Statistics contain frequent values in clear,
 * and keep deleted values until the table is analysed again. Changing a column to its own type removes its statistics and does not
 * rewrite the table.
 */
const dropWordStatisticsSql = (slot: Slot): string => `
ALTER TABLE search.documents_${slot} ALTER COLUMN words TYPE tsvector, ALTER COLUMN words SET STATISTICS 0;
ALTER TABLE search.words_${slot} ALTER COLUMN word TYPE text COLLATE "C", ALTER COLUMN word SET STATISTICS 0;
ALTER INDEX search.words_${slot}_by_end ALTER COLUMN 2 SET STATISTICS 0;
`;

/**
 * The schema `search`: words of entries in clear. The schema can be rebuilt from the read models and the keys, so it needs no
 * backup.
 */
export const searchMigrations: readonly Migration[] = [
  {
    name: "search-0001-two-indexes",
    sql: `
CREATE SCHEMA search;

CREATE TABLE search.indexes (
  slot text PRIMARY KEY,
  live boolean NOT NULL,
  position text
);
INSERT INTO search.indexes (slot, live) VALUES ('a', true), ('b', false);
${slots.map(slotSql).join("\n")}
`,
  },
  {
    // Since this version, words joined by apostrophes and whole titles are stored, so the indexer rebuilds the index. The column `words`
    // is no longer compressed: it is read more often than written, and reading it compressed takes three times as long.
    name: "search-0002-words-as-one",
    sql: `
TRUNCATE ${slots.flatMap((slot) => [`search.documents_${slot}`, `search.words_${slot}`]).join(", ")};
${slots.map((slot) => `ALTER TABLE search.documents_${slot} ALTER COLUMN words SET STORAGE EXTERNAL;`).join("\n")}
UPDATE search.indexes SET position = NULL;
`,
  },
  {
    // Since this version, Korean and kana are the same words in decomposed and in composed form, so the indexer rebuilds the index.
    name: "search-0003-characters-as-seen",
    sql: `
TRUNCATE ${slots.flatMap((slot) => [`search.documents_${slot}`, `search.words_${slot}`]).join(", ")};
UPDATE search.indexes SET position = NULL;
`,
  },
  {
    name: "search-0004-no-statistics-of-words",
    sql: slots.map(dropWordStatisticsSql).join("\n"),
  },
  {
    name: "search-0005-engine-checkpoints",
    sql: `
-- Where an index in Meilisearch is in the log. The engine only knows the generation of its index.
CREATE TABLE search.engine_checkpoints (
  generation text PRIMARY KEY,
  position text NOT NULL
);
`,
  },
  {
    // Since this version, the words on both sides of a picture are two words, so the indexer rebuilds the index.
    name: "search-0006-words-beside-pictures",
    sql: `
TRUNCATE ${slots.flatMap((slot) => [`search.documents_${slot}`, `search.words_${slot}`]).join(", ")};
UPDATE search.indexes SET position = NULL;
`,
  },
];
