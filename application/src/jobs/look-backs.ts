import { sendLookBacks } from "../looking-glass/send-look-backs.ts";
import type { Job } from "./job.ts";

/** Mails an entry of earlier days to accounts with Looking Glass, at most once a week, at 9 in their time zone. */
export const lookBacksJob: Job = { name: "look-backs", everyMs: 60_000, run: sendLookBacks };
