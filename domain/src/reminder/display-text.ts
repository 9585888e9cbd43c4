import { clockTimeText, ruleText } from "../contract/reminder-text.ts";
import { minutesOf, nearestGeneralTime, type ReminderRule } from "./rule.ts";

/**
 * A reminder in words: `Every Monday at 7:00 am`. Without PRO, a reminder with a specific time is sent at a general time, and shows
 * both: `Every day at noon (2:45 pm with PRO)`.
 */
export function reminderText(rule: ReminderRule, isPaid: boolean): string {
  if (rule.time !== "specific" || isPaid) return ruleText(rule);
  const hour = nearestGeneralTime(minutesOf(rule)) / 60;
  return `${ruleText({ ...rule, hour, minute: 0 })} (${clockTimeText(rule.hour, rule.minute)} with PRO)`;
}
