import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { endpoint } from "./endpoint.ts";
import { reminderDefaults, reminderFrequencies, reminderTimes } from "./reminder-values.ts";
import { IdText, Instant, JournalRef } from "./values.ts";

/** A reminder in replies, wrapped as `{reminder: …}`. */
export const Reminder = z.object({
  id: Id,
  frequency: z.enum(reminderFrequencies),
  general_time: z.enum(reminderTimes),
  /** 0 to 23, on the clock of the account's time zone */
  hour: z.number(),
  minute: z.number(),
  /** 0 is Sunday; null unless the reminder is weekly */
  weekday: z.number().nullable(),
  /** 1 to 31; null unless the reminder is monthly */
  day: z.number().nullable(),
  /** the rule in words: `Every Monday at 7:00 am` */
  display_text: z.string(),
  next_run_at: Instant,
});
/** See {@link Reminder}. */
export type Reminder = z.output<typeof Reminder>;

/** A whole number from a form, which may send the number as text. An empty or missing choice becomes `null`. */
const optionalNumber = (minimum: number, maximum: number, error: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{0,2}$/, error)], error)
    .nullish()
    .transform((value) => (value === null || value === undefined || value === "" ? null : Number(value)))
    .pipe(z.number().int(error).min(minimum, error).max(maximum, error).nullable());

/**
 * The rule of a new reminder. The time `specific` needs an `hour`, and its `minute` is 0 when it is missing. The other times do not use
 * `hour` and `minute`.
 */
export const NewReminder = z
  .object({
    frequency: z.enum(reminderFrequencies, { error: "Choose how often to be reminded." }),
    general_time: z.enum(reminderTimes, { error: "Choose a time of day." }),
    hour: optionalNumber(0, 23, "An hour is from 0 to 23."),
    minute: optionalNumber(0, 59, "A minute is from 0 to 59."),
    weekday: optionalNumber(0, 6, "A weekday is from 0 (Sunday) to 6.").transform(
      (weekday) => weekday ?? reminderDefaults.weekday,
    ),
    day: optionalNumber(1, 31, "A day is from 1 to 31.").transform((day) => day ?? reminderDefaults.day),
  })
  .superRefine(({ general_time, hour }, context) => {
    if (general_time !== "specific" || hour !== null) return;
    context.addIssue({ code: "custom", path: ["hour"], message: "Choose an hour." });
  });

/** See {@link NewReminder}. */
export type NewReminder = z.input<typeof NewReminder>;

const wrappedReminder = z.object({ reminder: Reminder });
/** A reminder in the list of the whole account. */
const ReminderOfAccount = Reminder.extend({ journal_id: Id });
const ReminderRef = JournalRef.extend({ reminderId: IdText });
const errors = ["not_found", "invalid_id"] as const;

/** Calls of the reminders of a journal or of all journals. */
export const reminders = {
  listReminders: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 200: z.object({ reminders: z.array(wrappedReminder) }) },
    errors,
  }),
  /** The reminders of all active journals: neither hidden nor in the trash. */
  listAllReminders: endpoint({
    access: "session",
    replies: { 200: z.object({ reminders: z.array(z.object({ reminder: ReminderOfAccount })) }) },
  }),
  addReminder: endpoint({
    access: "session",
    params: JournalRef,
    body: NewReminder,
    replies: { 201: wrappedReminder },
    errors: [...errors, "pro_required"],
  }),
  removeReminder: endpoint({
    access: "session",
    params: ReminderRef,
    replies: { 204: null },
    errors,
  }),
  /** Undoes the removal of a reminder. The reminder keeps its id, so the links in its old mails still stop it. */
  restoreReminder: endpoint({
    access: "session",
    params: ReminderRef,
    replies: { 200: wrappedReminder },
    errors,
  }),
  /** The call of the link in a reminder mail. The slug is the credential. */
  stopReminder: endpoint({
    access: "public",
    params: z.object({ userSlug: z.string() }),
    query: z.object({ rid: IdText }),
    replies: { 204: null },
    errors,
  }),
};
