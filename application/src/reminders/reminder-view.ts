import type { Account } from "@daybook/domain/account/account";
import { paidUntil, tierAt } from "@daybook/domain/account/tier";
import { reminderText } from "@daybook/domain/reminder/display-text";
import { nextOccurrence, type ReminderOwner } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import type { ReminderPlan } from "@daybook/platform/reminders/schedule-store";

/** A reminder for its owner. */
export type ReminderView = {
  readonly id: number;
  readonly rule: ReminderRule;
  /** In words. */
  readonly text: string;
  /** ISO-8601 UTC. */
  readonly nextRunAt: string;
};

/** What determines the times of an account's reminders. */
export function reminderOwnerOf({
  settings,
  membership,
}: Pick<Account, "settings" | "membership">): ReminderOwner {
  const endsAt = membership && paidUntil(membership);
  const endsMs = endsAt === null ? Infinity : Date.parse(endsAt);
  return { timezone: settings.timezone, paidUntil: membership === null ? null : endsMs };
}

const isSameOwner = (a: ReminderOwner, b: ReminderOwner): boolean =>
  a.timezone === b.timezone && a.paidUntil === b.paidUntil;

/**
 * Describes a reminder for its owner.
 *
 * @param now milliseconds since 1970
 */
export function viewReminder(
  account: Account,
  now: number,
  { id, rule, plan }: { id: number; rule: ReminderRule; plan?: ReminderPlan | undefined },
): ReminderView {
  const isPaid = tierAt(account.membership, new Date(now).toISOString()) !== "free";
  const owner = reminderOwnerOf(account);
  // A plan for other settings is outdated. So is one in the past: it is being sent.
  const plannedOccurrence =
    plan?.next && plan.next.at > now && isSameOwner(plan.owner, owner) ? plan.next : null;
  const occurrence = plannedOccurrence ?? nextOccurrence(rule, owner, now, plan?.handledDate ?? null);
  return { id, rule, text: reminderText(rule, isPaid), nextRunAt: new Date(occurrence.at).toISOString() };
}
