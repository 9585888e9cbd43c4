import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Entry } from "./entries.ts";
import { Journal } from "./journals.ts";
import { EntryRef, JournalRef } from "./values.ts";

const token = z.object({ token: z.string().max(500) });
const journal = z.object({ journal: Journal });
const entry = z.object({ entry: Entry });
const lockErrors = ["not_found", "invalid_id", "locked"] as const;

/**
 * The calls of locks. A lock is set, opened, closed, changed and removed by a PUT of its journal or entry, see
 * `lockFields` in `lock-form.ts`.
 */
export const locks = {
  disableAutoLock: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 200: journal },
    errors: [...lockErrors],
  }),
  requestUnlockLink: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 204: null },
    errors: [...lockErrors],
  }),
  unlockByLink: endpoint({
    access: "session",
    params: JournalRef,
    body: token,
    replies: { 200: journal },
    errors: [...lockErrors, "wrong_code"],
  }),
  requestEntryUnlockLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 204: null },
    errors: [...lockErrors],
  }),
  unlockEntryByLink: endpoint({
    access: "session",
    params: EntryRef,
    body: token,
    replies: { 200: entry },
    errors: [...lockErrors, "wrong_code"],
  }),
};
