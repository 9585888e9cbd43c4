import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { EntryList } from "./entries.ts";
import { IdText, InstantInput, JournalRef, QueryFlag, queryInt } from "./values.ts";

/** Long work: poll GET operations/{id} until `status` is another than `running`. It goes on after a crash. */
export const Operation = z.object({
  id: Id,
  kind: z.enum(["move", "delete", "erase", "restore"]),
  done: z.number(),
  total: z.number(),
  status: z.enum(["running", "done", "failed"]),
  /** How many entries it reached, and how many it could not: gone, or locked, meanwhile. */
  result: z.object({ affected: z.number(), skipped: z.number() }).nullable(),
});
/** See {@link Operation}. */
export type Operation = z.output<typeof Operation>;

const operation = z.object({ operation: Operation });
const affected = z.object({
  entries: z.array(z.object({ entry: z.object({ id: Id }) })),
  total: z.number(),
});

const which = {
  entry_ids: z.array(Id).max(bounds.bulkIds, "These are too many entries at once.").optional(),
  all_entries: z.boolean().optional(),
  /** With `all_entries`: every entry that was in the journal at this instant; now, when it is left out. */
  since: InstantInput.optional(),
  /** With `all_entries`: only those that this list shows. */
  view: z.enum(["active", "trashed", "starred"]).optional(),
};

/** Somebody has to say which entries. */
const named = <S extends z.ZodRawShape & typeof which>(shape: S) =>
  z.object(shape).superRefine((body: { entry_ids?: unknown; all_entries?: unknown }, context) => {
    const ids = Array.isArray(body.entry_ids) ? body.entry_ids.length : 0;
    if (ids > 0 || body.all_entries === true) return;
    context.addIssue({ code: "custom", path: ["entry_ids"], message: "Choose at least one entry." });
  });

const replies = { 200: affected, 202: operation };
const own = ["not_found", "invalid_id"] as const;

/** Calls about many entries at once, and about a journal as it stood. */
export const entryBulk = {
  moveEntries: endpoint({
    access: "session",
    params: JournalRef,
    body: named({ ...which, new_journal_id: Id }),
    replies,
    errors: [...own],
  }),
  deleteEntries: endpoint({
    access: "session",
    params: JournalRef,
    query: z.object({ permanent: QueryFlag.optional() }),
    body: named({ ...which, permanent: z.boolean().optional() }),
    replies,
    errors: [...own],
  }),
  restoreEntries: endpoint({
    access: "session",
    params: JournalRef,
    body: named({ ...which, new_journal_id: Id.optional() }),
    replies,
    errors: [...own, "journal_trashed"],
  }),
  getOperation: endpoint({
    access: "session",
    params: z.object({ operationId: IdText }),
    replies: { 200: operation },
    errors: [...own],
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
    errors: [...own],
  }),
  restoreMissing: endpoint({
    access: "session",
    params: JournalRef,
    body: z.object({ at: InstantInput }),
    replies,
    errors: [...own],
  }),
};
