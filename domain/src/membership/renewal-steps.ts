import { addDays, daysOfGrace, type Membership, paidUntil } from "../account/tier.ts";
import { findPlan, type TierPlan } from "../plans/plan-table.ts";
import { type MembershipState, renewalAt } from "./decider.ts";

/**
 * What happens next at the end of a membership:
 * - `announce`: the person is told that a long plan will renew itself.
 * - `charge`: the payment is tried, for the first, second or third time.
 * - `expire`: the membership has ended and is not renewed.
 */
export type RenewalStep =
  | { readonly type: "announce"; readonly at: string }
  | { readonly type: "charge"; readonly at: string; readonly attempt: number }
  | { readonly type: "expire"; readonly at: string };

/** The renewal of a plan of a year or more is announced this many days before the plan ends. */
const announcedDaysBefore = 7;
const announcedFromMonths = 12;
/** When the payment is tried: in days after the end of the membership. The last attempt is at the end of the days of grace. */
const attemptDays: readonly number[] = [-1, 2.5, daysOfGrace];
/** Two attempts with the same payment method are at least this many days apart, also when the job could not run in time. */
const leastDaysBetween = 1;
/** No attempt starts later than this many days after the end. */
const lastAttemptDays = 7;

/** The plan that a membership renews; `null` when that plan is not for sale, for example when the membership was a gift. */
export const renewedPlan = ({ packageName, subscriptionLength }: Membership): TierPlan | null =>
  findPlan(packageName, subscriptionLength);

/**
 * What the renewal of a plan costs in US cents: the full price, but never more than was announced. Sales do not apply to renewals.
 */
export const renewalAmount = ({ offer }: TierPlan, announcedAmount: number | null): number =>
  Math.min(announcedAmount ?? Infinity, offer.fullPrice);

const latest = (a: string, b: string): string => (a > b ? a : b);

/**
 * When the next payment is tried after these failures; `null` when it is not tried again. A payment method that was stored after the
 * last failure is tried immediately, as long as attempts are left.
 *
 * @param methodStoredAt when the payment method of the account was stored; `null` when it has none
 */
export function nextAttemptAt(
  endsAt: string,
  failedAt: readonly string[],
  methodStoredAt: string | null,
): string | null {
  const days = attemptDays[failedAt.length];
  if (days === undefined) return null;
  const lastFailure = failedAt.at(-1);
  const plannedAt = addDays(endsAt, days);
  const retryAt =
    lastFailure === undefined ? plannedAt : latest(plannedAt, addDays(lastFailure, leastDaysBetween));
  const isNewMethod = lastFailure !== undefined && methodStoredAt !== null && methodStoredAt > lastFailure;
  const at = isNewMethod && methodStoredAt < retryAt ? methodStoredAt : retryAt;
  return at > addDays(endsAt, lastAttemptDays) ? null : at;
}

/** What the next step depends on, in addition to the membership. */
export type RenewalProgress = Pick<MembershipState, "renewal"> & {
  /** When the payment method of the account was stored, ISO-8601 UTC; `null` when it has none. */
  readonly methodStoredAt: string | null;
};

/**
 * The next step at the end of a membership; `null` when there is none. The time of the step can be in the past, for example when
 * the job could not run. The state records each step that was done, so the same step is never next again.
 *
 * @param membership the account's membership, even when it has expired
 * @param now ISO-8601 UTC
 */
export function nextRenewalStep(
  membership: Membership | null,
  progress: RenewalProgress,
  now: string,
): RenewalStep | null {
  const countsAsPaidUntil = membership && paidUntil(membership);
  if (!membership?.expiresAt || !countsAsPaidUntil) return null;
  const { expiresAt: endsAt } = membership;
  const { announcedAmount, failedAt, hasExpired } = renewalAt(progress, endsAt);
  if (hasExpired) return null;
  const plan = renewedPlan(membership);
  // The renewal of a plan that is not sold fails once, so that one mail says so. Another attempt would fail too.
  const canTry = membership.autoRenew && (plan !== null || failedAt.length === 0);
  const attemptAt = canTry ? nextAttemptAt(endsAt, failedAt, progress.methodStoredAt) : null;
  const isTooLate = now > addDays(endsAt, lastAttemptDays);
  if (attemptAt === null || isTooLate) return { type: "expire", at: countsAsPaidUntil };
  const isLong = (plan?.plan.months ?? 0) >= announcedFromMonths;
  if (isLong && announcedAmount === null && failedAt.length === 0 && now < attemptAt) {
    return { type: "announce", at: addDays(endsAt, -announcedDaysBefore) };
  }
  return { type: "charge", at: attemptAt, attempt: failedAt.length + 1 };
}

/** The next charge of a renewal. */
export type NextCharge = {
  /** ISO-8601 UTC */
  readonly at: string;
  /** in US cents */
  readonly amount: number;
};

/**
 * When a membership is charged next, and how much; `null` when it is not. A charge that is late, for example because the provider
 * cannot be reached, is due now.
 *
 * @param now ISO-8601 UTC
 */
export function nextCharge(
  membership: Membership | null,
  progress: RenewalProgress,
  now: string,
): NextCharge | null {
  const step = nextRenewalStep(membership, progress, now);
  const plan = membership && renewedPlan(membership);
  if (step === null || step.type === "expire" || !membership?.expiresAt || !plan) return null;
  const at = step.type === "charge" ? step.at : nextAttemptAt(membership.expiresAt, [], null);
  const { announcedAmount } = renewalAt(progress, membership.expiresAt);
  return at === null ? null : { at: latest(at, now), amount: renewalAmount(plan, announcedAmount) };
}
