import type { Account } from "@daybook/domain/account/decider";
import { tierAt } from "@daybook/domain/account/tier";
import { reminderText } from "@daybook/domain/reminder/display-text";
import { nextOccurrence, type ReminderOwner } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";

/** A reminder for its owner. */
export type ReminderView = {
  readonly id: number;
  readonly rule: ReminderRule;
  /** In words. */
  readonly text: string;
  /** ISO-8601 UTC. */
  readonly nextRunAt: string;
};

/** What decides about the reminders of an account. */
export function reminderOwnerOf({
  settings,
  membership,
}: Pick<Account, "settings" | "membership">): ReminderOwner {
  const endsAt = membership?.expiresAt ?? null;
  const endsMs = endsAt === null ? Infinity : Date.parse(endsAt);
  return { timezone: settings.timezone, paidUntil: membership === null ? null : endsMs };
}

/**
 * @param now milliseconds since 1970
 * @param handledDate the local date of its newest occurrence that was mailed or skipped
 */
export function viewReminder(
  account: Account,
  now: number,
  { id, rule, handledDate = null }: { id: number; rule: ReminderRule; handledDate?: string | null },
): ReminderView {
  const isPaid = tierAt(account.membership, new Date(now).toISOString()) !== "free";
  const next = nextOccurrence(rule, reminderOwnerOf(account), now, handledDate);
  return { id, rule, text: reminderText(rule, isPaid), nextRunAt: new Date(next.at).toISOString() };
}
