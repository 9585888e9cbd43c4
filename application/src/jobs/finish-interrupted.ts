import { runEach } from "@daybook/platform/run-each";
import { resumeInterruptedWork } from "../entries/run-operation.ts";
import { finishErasures } from "../erasure/finish-erasures.ts";
import { finishMethodRemovals } from "../payment-methods/remove-method.ts";
import { resumeShares } from "../sharing/send-share.ts";
import { resumeTags } from "../tags/finish-tag-change.ts";
import type { Job } from "./job.ts";

/** Continues what crashes interrupted: moves, lock events and operations. */
export const resumeOperationsJob: Job = {
  name: "resume-operations",
  everyMs: 5_000,
  run: resumeInterruptedWork,
};

/**
 * Finishes other work that crashes interrupted: erasures, changes of tags, shares, removals of payment methods. A step that fails does
 * not block the others.
 */
export const finishInterruptedJob: Job = {
  name: "finish-interrupted",
  everyMs: 10 * 60_000,
  async run(app, signal) {
    const steps = [
      finishErasures,
      (application: typeof app) => resumeTags(application, null),
      resumeShares,
      finishMethodRemovals,
    ];
    await runEach(steps, (step) => step(app), signal);
  },
};
