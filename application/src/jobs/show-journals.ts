import { showOverlookedJournals } from "../downgrade/show-journals.ts";
import type { Job } from "./job.ts";

/** Shows journals that must not stay hidden; see {@link showOverlookedJournals}. */
export const showJournalsJob: Job = { name: "show-journals", everyMs: 60_000, run: showOverlookedJournals };
