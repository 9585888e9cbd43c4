import type { Membership } from "@daybook/domain/account/tier";
import type { MembershipEvent } from "@daybook/domain/membership/events";

const dayMs = 24 * 3_600_000;
/** How late a step may be: a payment that was interrupted is tried again after an hour, and may be interrupted more than once. */
const longestDelayMs = 4 * 3_600_000;
/** The last attempt to pay a renewal is at most this many days after the end. */
const lastAttemptDays = 7;

/** The failed renewal payments and the ends of a membership, as texts. A text that is there twice is a fault. */
export function stepsOf(events: readonly MembershipEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "MembershipExpired") return `expired ${event.data.endsAt}`;
    return event.type === "RenewalPaymentFailed" ? `attempt ${event.data.attempt} ${event.data.endsAt}` : [];
  });
}

/**
 * The step that a membership has missed: the first attempt to renew it, or its end; `null` when it has missed none.
 *
 * @param now milliseconds since 1970
 */
export function missedStepOf(
  membership: Membership | null,
  steps: readonly string[],
  now: number,
): string | null {
  if (!membership?.expiresAt) return null;
  const { expiresAt, autoRenew } = membership;
  /** True when a step is late that is due this many days after the end. */
  const isOverdue = (days: number): boolean => Date.parse(expiresAt) + days * dayMs + longestDelayMs < now;
  const hasExpired = steps.includes(`expired ${expiresAt}`);
  if (isOverdue(autoRenew ? lastAttemptDays : 0) && !hasExpired) return `the end at ${expiresAt}`;
  // The first attempt is due a day before the end.
  const hasFailed = steps.includes(`attempt 1 ${expiresAt}`);
  return autoRenew && isOverdue(-1) && !hasExpired && !hasFailed ? `the renewal at ${expiresAt}` : null;
}
