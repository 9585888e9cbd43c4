import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `blobs`: which photos use space, and whose. A row is written before its blobs and deleted after them. So
 * the log and the blobs, which share no transaction, can be reconciled after a crash.
 *
 * `source_tag` is a keyed hash of the uploaded file: a repeat of the upload has the same one. `settled` is false from the upload until
 * the log has the addition of the photo, and from the request to remove it until the log has the removal.
 */
export const photoMigrations: readonly Migration[] = [
  {
    name: "blobs-0001-photos",
    sql: `
CREATE SCHEMA blobs;

CREATE TABLE blobs.photos (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  entry_id bigint NOT NULL,
  bytes bigint NOT NULL,
  -- A keyed tag of the file as it came: a repeat of the same act has the same one, another photo has not.
  source_tag text NOT NULL,
  -- False while the log may not say yet what became of it: before the photo is added, and before it is removed.
  settled boolean NOT NULL DEFAULT false,
  touched_at timestamptz NOT NULL
);
CREATE INDEX photos_by_user ON blobs.photos (user_id) INCLUDE (bytes);
CREATE INDEX photos_by_entry ON blobs.photos (entry_id);
CREATE INDEX photos_unsettled ON blobs.photos (touched_at) WHERE NOT settled;
`,
  },
];
