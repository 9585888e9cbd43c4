import { sendDueReminders } from "../reminders/send-due-reminders.ts";
import type { Job } from "./job.ts";

/** Mails the reminders that are due. */
export const sendRemindersJob: Job = {
  name: "send-reminders",
  everyMs: 60_000,
  run: sendDueReminders,
};
