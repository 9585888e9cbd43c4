import { showOverlookedJournals } from "../downgrade/show-journals.ts";
import type { Job } from "./job.ts";

/** Shows hidden journals again; see {@link showOverlookedJournals}. */
export const showJournalsJob: Job = { name: "show-journals", everyMs: 60_000, run: showOverlookedJournals };
