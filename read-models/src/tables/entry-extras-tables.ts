import { bigint, defineTable, instant, integer, sealedText, text } from "../define-table.ts";

/** Photos of entries. The picture files are in the blob store. */
export const photos = defineTable({
  name: "photos",
  access: "writes",
  columns: {
    entryId: bigint,
    id: bigint,
    addedAt: instant,
    /** In bytes. */
    size: integer,
    /** The content type, width and height. */
    meta: sealedText("photo.meta"),
  },
  primaryKey: ["entryId", "id"],
  group: "entryId",
});

/** Tags with their sealed names. */
export const tags = defineTable({
  name: "tags",
  access: "rows",
  columns: { id: bigint, userId: bigint, name: sealedText("tag.name"), createdAt: instant },
  primaryKey: ["id"],
  indexes: [{ name: "tags_by_user", on: "user_id, id" }],
});

/** Which entry has which tag. A row of a merged or erased tag stays until a process removes the tag from the entry. */
export const entryTags = defineTable({
  name: "entry_tags",
  access: "writes",
  columns: { entryId: bigint, tagId: bigint },
  primaryKey: ["entryId", "tagId"],
  group: "entryId",
  indexes: [{ name: "entry_tags_by_tag", on: "tag_id, entry_id" }],
});

/** Public links of entries. The slug derives from the master key and `linkId`; only its hash is stored. */
export const publicLinks = defineTable({
  name: "public_links",
  access: "writes",
  columns: { entryId: bigint, linkId: bigint, slugHash: text() },
  primaryKey: ["entryId"],
  indexes: [{ name: "public_links_by_slug", on: "slug_hash" }],
});
