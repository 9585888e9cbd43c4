import { sendLookBacks } from "../looking-glass/send-look-backs.ts";
import type { Job } from "./job.ts";

/** Mails look-backs to accounts with Looking Glass: at most one a week to each, at 9 in the morning of the account's time zone. */
export const lookBacksJob: Job = { name: "look-backs", everyMs: 60_000, run: sendLookBacks };
