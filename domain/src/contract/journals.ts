import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { checkLockForm, lockFields, lockSecretFields, RecoveryChoice } from "./lock-form.ts";
import { ComposeSetting, Instant, JournalRef, requiredName, QueryFlag } from "./values.ts";

/** A journal in replies. Replies wrap it as `{journal: …}`. */
export const Journal = z.object({
  id: Id,
  name: z.string(),
  position: z.number(),
  entries: z.object({ total_entries: z.number() }),
  total_trashed_entries: z.number(),
  total_pages: z.number(),
  page_size: z.number(),
  current_page: z.number(),
  last_update: Instant.nullable(),
  last_entry_id: Id.nullable(),
  created_at: Instant,
  trashed_at: Instant.nullable(),
  lock_type_id: z.number(),
  is_unlocked: z.boolean(),
  password_hint: z.string().nullable(),
  remember_password: z.boolean(),
  auto_lock: z.boolean(),
  looking_glass_status: z.enum(["On", "Off"]),
  is_classroom_master: z.boolean(),
  is_classroom_slave: z.boolean(),
  compose_setting: ComposeSetting.extend({ id: Id }),
  cover: z.object({ id: Id, name: z.string(), normal_url: z.string().nullable() }),
});
/** See {@link Journal}. */
export type Journal = z.output<typeof Journal>;

const wrappedJournal = z.object({ journal: Journal });
const name = requiredName("The journal's name", bounds.journalName);

/** Calls of journals. */
export const journals = {
  listJournals: endpoint({
    access: "session",
    query: z.object({ view: z.enum(["active", "trashed"]).default("active") }),
    replies: { 200: z.object({ journals: z.array(wrappedJournal) }) },
  }),
  createJournal: endpoint({
    access: "session",
    body: z.object({ name }),
    replies: { 201: wrappedJournal },
    errors: ["pro_required"],
  }),
  getJournal: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 200: wrappedJournal },
    errors: ["not_found", "invalid_id"],
  }),
  updateJournal: endpoint({
    access: "session",
    params: JournalRef,
    body: z
      .object({
        name: name.optional(),
        restore: z.boolean().optional(),
        ...lockFields,
        recovery: RecoveryChoice,
      })
      .superRefine(checkLockForm),
    replies: { 200: wrappedJournal.extend(lockSecretFields) },
    errors: [
      "not_found",
      "invalid_id",
      "journal_trashed",
      "pro_required",
      "forbidden",
      "locked",
      "wrong_password",
    ],
  }),
  deleteJournal: endpoint({
    access: "session",
    params: JournalRef,
    /** `permanent` erases the journal; a locked one then needs its password */
    query: z.object({ permanent: QueryFlag.optional() }),
    body: z.object({ plain_password: z.string().max(bounds.passwordMax).optional() }),
    replies: { 204: null },
    errors: ["not_found", "invalid_id", "locked", "wrong_password"],
  }),
};
