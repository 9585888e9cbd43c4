import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { EntryList } from "./entries.ts";
import { IdText, InstantInput, JournalRef, QueryFlag, queryInt } from "./values.ts";

/** A long operation. Clients poll GET operations/{id} while `status` is `running`. It resumes after a crash. */
export const Operation = z.object({
  id: Id,
  kind: z.enum(["move", "delete", "erase", "restore", "downgrade"]),
  done: z.number(),
  total: z.number(),
  status: z.enum(["running", "done", "failed"]),
  /** How many entries it changed, and how many it skipped because their change was refused. `null` until it ends. */
  result: z.object({ affected: z.number(), skipped: z.number() }).nullable(),
});
/** See {@link Operation}. */
export type Operation = z.output<typeof Operation>;

const operation = z.object({ operation: Operation });
const bulkReply = z.object({
  entries: z.array(z.object({ entry: z.object({ id: Id }) })),
  total: z.number(),
});

const selection = {
  entry_ids: z
    .array(Id)
    .max(bounds.bulkIds, `You can choose at most ${bounds.bulkIds} entries at once.`)
    .optional(),
  all_entries: z.boolean().optional(),
  /** With `all_entries`: only entries that were in the journal at this instant; by default now. */
  since: InstantInput.optional(),
  /** With `all_entries`: only the entries of this view of the journal's list. */
  view: z.enum(["active", "trashed", "starred"]).optional(),
  /** The password of the journal's lock, if it has one: needed to delete entries forever or to take them out of the journal. */
  plain_password: z.string().max(1000).optional(),
};

/** A body that must select entries: by `entry_ids` or by `all_entries`. */
const withSelection = <S extends z.ZodRawShape & typeof selection>(shape: S) =>
  z.object(shape).superRefine((body: { entry_ids?: unknown; all_entries?: unknown }, context) => {
    const ids = Array.isArray(body.entry_ids) ? body.entry_ids.length : 0;
    if (ids > 0 || body.all_entries === true) return;
    context.addIssue({ code: "custom", path: ["entry_ids"], message: "Choose at least one entry." });
  });

const replies = { 200: bulkReply, 202: operation };
const journalErrors = ["not_found", "invalid_id"] as const;
const bulkErrors = [...journalErrors, "wrong_password"] as const;

/** Calls that change many entries or show how far such a change is, and calls about a journal at a past moment. */
export const entryBulk = {
  moveEntries: endpoint({
    access: "session",
    params: JournalRef,
    body: withSelection({ ...selection, new_journal_id: Id }),
    replies,
    errors: [...bulkErrors],
  }),
  deleteEntries: endpoint({
    access: "session",
    params: JournalRef,
    query: z.object({ permanent: QueryFlag.optional() }),
    body: withSelection({ ...selection, permanent: z.boolean().optional() }),
    replies,
    errors: [...bulkErrors],
  }),
  restoreEntries: endpoint({
    access: "session",
    params: JournalRef,
    body: withSelection({ ...selection, new_journal_id: Id.optional() }),
    replies,
    errors: [...bulkErrors, "journal_trashed"],
  }),
  /** Needs a session of the person who started the operation, or the token that the reply to a downgrade contains. */
  getOperation: endpoint({
    access: "public",
    params: z.object({ operationId: IdText }),
    query: z.object({ token: z.string().max(200).optional() }),
    replies: { 200: operation },
    errors: [...journalErrors],
  }),
  listEntriesAsOf: endpoint({
    access: "session",
    params: JournalRef,
    query: z.object({
      at: InstantInput,
      limit: queryInt(1, paging.maxLimit, paging.defaultLimit),
      page: queryInt(1, 1_000_000, 1),
      cursor: z.string().max(200).optional(),
      dir: z.enum(["asc", "desc"]).default("desc"),
    }),
    replies: { 200: EntryList },
    errors: [...journalErrors],
  }),
  /** Restores the entries that the journal had at the instant `at` and that are in the trash now. */
  restoreMissing: endpoint({
    access: "session",
    params: JournalRef,
    body: z.object({ at: InstantInput }),
    replies,
    errors: [...journalErrors],
  }),
};
