import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Entry } from "./entries.ts";
import { Journal } from "./journals.ts";
import { EntryRef, JournalRef } from "./values.ts";

const token = z.object({ token: z.string().max(500) });
const journal = z.object({ journal: Journal });
const entry = z.object({ entry: Entry });
const own = ["not_found", "invalid_id", "locked"] as const;

/** Calls of locks beside those that a PUT of their journal or entry makes. */
export const locks = {
  disableAutoLock: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 200: journal },
    errors: [...own],
  }),
  requestUnlockLink: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 204: null },
    errors: [...own],
  }),
  unlockByLink: endpoint({
    access: "session",
    params: JournalRef,
    body: token,
    replies: { 200: journal },
    errors: [...own, "wrong_code"],
  }),
  requestEntryUnlockLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 204: null },
    errors: [...own],
  }),
  unlockEntryByLink: endpoint({
    access: "session",
    params: EntryRef,
    body: token,
    replies: { 200: entry },
    errors: [...own, "wrong_code"],
  }),
};
