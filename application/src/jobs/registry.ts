import { cleanUpJob } from "./clean-up.ts";
import { finishInterruptedJob, resumeOperationsJob } from "./finish-interrupted.ts";
import type { Job } from "./job.ts";
import { lookBacksJob } from "./look-backs.ts";
import { purgeTrashJob } from "./purge-trash.ts";
import { renewMembershipsJob } from "./renew-memberships.ts";
import { rewriteFilesJob } from "./rewrite-files.ts";
import { settlePaymentsJob } from "./settle-payments.ts";
import { sendRemindersJob } from "./send-reminders.ts";
import { showJournalsJob } from "./show-journals.ts";
import { sweepPhotosJob } from "./sweep-photos.ts";

/** All periodic work. The schedulers run it. */
export const jobs: readonly Job[] = [
  resumeOperationsJob,
  finishInterruptedJob,
  purgeTrashJob,
  cleanUpJob,
  sendRemindersJob,
  sweepPhotosJob,
  rewriteFilesJob,
  lookBacksJob,
  settlePaymentsJob,
  renewMembershipsJob,
  showJournalsJob,
];
