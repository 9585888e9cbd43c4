import type { Account } from "@daybook/domain/account/account";
import { paidUntil, tierAt } from "@daybook/domain/account/tier";
import { reminderText } from "@daybook/domain/reminder/display-text";
import { nextOccurrence, type ReminderOwner } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import type { PlannedReminder } from "@daybook/platform/reminders/schedule-store";

/** A reminder as its owner sees it. */
export type ReminderView = {
  readonly id: number;
  readonly rule: ReminderRule;
  /** The rule in words. */
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
  { id, rule, planned }: { id: number; rule: ReminderRule; planned?: PlannedReminder | undefined },
): ReminderView {
  const isPaid = tierAt(account.membership, new Date(now).toISOString()) !== "free";
  const owner = reminderOwnerOf(account);
  // An occurrence that was planned for another time zone or another end of the membership is outdated. An occurrence whose time has come
  // is due already, so it is not the next one.
  const plannedOccurrence =
    planned?.next && planned.next.at > now && isSameOwner(planned.owner, owner) ? planned.next : null;
  const occurrence = plannedOccurrence ?? nextOccurrence(rule, owner, now, planned?.handledDate ?? null);
  return { id, rule, text: reminderText(rule, isPaid), nextRunAt: new Date(occurrence.at).toISOString() };
}
