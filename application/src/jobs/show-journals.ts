import { showOverlookedJournals } from "../downgrade/show-journals.ts";
import type { Job } from "./job.ts";

/** Shows journals again that a downgrade has hidden, when their account has a paid plan. */
export const showJournalsJob: Job = { name: "show-journals", everyMs: 60_000, run: showOverlookedJournals };
