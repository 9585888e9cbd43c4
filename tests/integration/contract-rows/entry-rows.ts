import { journal, entry, tag, badTag, badEntry, type Rows } from "./row.ts";

/** Calls about entries, tags, photos and links. */
export const entryRows: Rows<
  | "listEntries"
  | "createEntry"
  | "deleteEntries"
  | "restoreEntries"
  | "moveEntries"
  | "getOperation"
  | "listEntriesAsOf"
  | "restoreMissing"
  | "getEntry"
  | "updateEntry"
  | "addPhoto"
  | "deletePhoto"
  | "getPhoto"
  | "listPhotos"
  | "listVersions"
  | "previewVersion"
  | "restoreVersion"
  | "diffVersions"
  | "listTags"
  | "createTag"
  | "getTag"
  | "updateTag"
  | "deleteTag"
  | "publicLink"
  | "unpublicLink"
  | "publicEntry"
  | "emailShare"
> = {
  listEntries: {
    input: journal,
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), query: { limit: "101" } }), status: 422 },
  },
  createEntry: {
    input: (ids) => ({ ...journal(ids), body: { title: "x" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), body: { title: "x".repeat(501) } }), status: 422 },
  },
  deleteEntries: {
    input: (ids) => ({ ...journal(ids), body: { entry_ids: [Number(ids.entryId)] } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), body: { entry_ids: [] } }), status: 422 },
  },
  restoreEntries: {
    input: (ids) => ({ ...journal(ids), body: { entry_ids: [Number(ids.entryId)] } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...journal(ids), body: { entry_ids: ["1"] as never } }),
      status: 422,
    },
  },
  moveEntries: {
    input: (ids) => ({
      ...journal(ids),
      body: { entry_ids: [Number(ids.entryId)], new_journal_id: Number(ids.journalId) },
    }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...journal(ids), body: { all_entries: true } as never }),
      status: 422,
    },
  },
  getOperation: {
    input: ({ entryId }) => ({ params: { operationId: entryId } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ params: { operationId: "last" } }), status: 400 },
  },
  listEntriesAsOf: {
    input: (ids) => ({ ...journal(ids), query: { at: "2100-01-01" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), query: { at: "then" } }), status: 422 },
  },
  restoreMissing: {
    input: (ids) => ({ ...journal(ids), body: { at: "2100-01-01" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), body: {} as never }), status: 422 },
  },
  getEntry: { input: entry, otherPersonStatus: 404, malformed: badEntry },
  updateEntry: {
    input: (ids) => ({ ...entry(ids), body: { title: "Stolen" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), body: { created_at: "yesterday" } }), status: 422 },
  },
  addPhoto: {
    input: (ids) => ({ ...entry(ids), body: { photo: Buffer.from("a picture") } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), body: { photo: Buffer.alloc(0) } }), status: 422 },
  },
  deletePhoto: {
    input: (ids) => ({ params: { ...entry(ids).params, photoId: ids.photoId } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ params: { ...entry(ids).params, photoId: "first" } }),
      status: 400,
    },
  },
  getPhoto: {
    input: ({ photoId }) => ({
      params: { photoId, fileName: `${photoId}.png` },
      query: { e: "1795000000", s: "guessed" },
    }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ params: { photoId: "0", fileName: "0.png" } }), status: 400 },
  },
  listPhotos: { input: entry, otherPersonStatus: 404, malformed: badEntry },
  listVersions: {
    input: entry,
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), query: { limit: "26" } }), status: 422 },
  },
  previewVersion: {
    input: (ids) => ({ ...entry(ids), query: { version_id: ids.versionId } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), query: { version_id: "x" } }), status: 400 },
  },
  restoreVersion: {
    input: (ids) => ({ ...entry(ids), query: { version_id: ids.versionId } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), query: { version_id: "0" } }), status: 400 },
  },
  diffVersions: {
    input: (ids) => ({ ...entry(ids), query: { from: ids.versionId, to: ids.versionId } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), query: { from: "1", to: "" } }), status: 400 },
  },
  listTags: {
    input: ({ entryId }) => ({ query: { entry_id: entryId } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ query: { journal_id: "mine" } }), status: 400 },
  },
  createTag: {
    input: ({ entryId }) => ({ body: { name: "Stolen", entries_added_to: [Number(entryId)] } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ body: { name: "x".repeat(101) } }), status: 422 },
  },
  getTag: { input: tag, otherPersonStatus: 404, malformed: badTag },
  updateTag: {
    input: (ids) => ({ ...tag(ids), body: { name: "Mine now" } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...tag(ids), body: { entries_added_to: ["1"] as never } }),
      status: 422,
    },
  },
  deleteTag: { input: tag, otherPersonStatus: 404, malformed: badTag },
  publicLink: { input: entry, otherPersonStatus: 404, malformed: badEntry },
  unpublicLink: { input: entry, otherPersonStatus: 404, malformed: badEntry },
  publicEntry: { input: () => ({ params: { slug: "guessed" } }) },
  emailShare: {
    input: (ids) => ({ ...entry(ids), body: { share_recipients: ["friend@example.com"] } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...entry(ids), body: { share_recipients: "nobody, somewhere" } }),
      status: 422,
    },
  },
};
