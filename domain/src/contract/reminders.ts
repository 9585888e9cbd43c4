import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { reminderFrequencies, reminderTimes } from "./reminder-values.ts";
import { Instant } from "./values.ts";

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
  /** null while the journal sends none */
  next_run_at: Instant.nullable(),
});
/** See {@link Reminder}. */
export type Reminder = z.output<typeof Reminder>;

/** The rule of a new reminder. A general time needs no `hour` and no `minute`. */
export const NewReminder = z.object({
  frequency: z.enum(reminderFrequencies, { error: "Choose how often to be reminded." }),
  general_time: z.enum(reminderTimes, { error: "Choose a time of day." }),
  hour: z.number().int().min(0).max(23).optional(),
  minute: z.number().int().min(0).max(59).optional(),
  weekday: z.number().int().min(0).max(6).optional(),
  day: z.number().int().min(1).max(31).optional(),
});
/** See {@link NewReminder}. */
export type NewReminder = z.input<typeof NewReminder>;
