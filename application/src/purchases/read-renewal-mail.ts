import { paidUntil } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { membershipDecider, renewalAt } from "@daybook/domain/membership/decider";
import { nextCharge, renewalAmount, renewedPlan } from "@daybook/domain/membership/renewal-steps";
import { describePlan } from "@daybook/domain/plans/plan-table";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";

/** What a mail about the end of a membership says. */
export type RenewalMailText = {
  /** Such as "PRO, 1 Year". */
  readonly description: string;
  /** ISO-8601 UTC */
  readonly endsAt: string;
  /** What the renewal costs in US cents; `null` when the plan is not for sale, for example because it was a gift. */
  readonly amount: number | null;
  /** When the renewal is charged, or charged again; `null` when it will not be charged. */
  readonly nextChargeAt: string | null;
  /** Until when the account counts as paid. */
  readonly paidUntil: string;
  readonly hasPaymentMethod: boolean;
  /** True when nobody is really charged. */
  readonly isTest: boolean;
};

/** A mail about the end of a membership. `attempt` is the number of the failed payment attempt, from 1. */
export type RequestedRenewalMail = {
  readonly userId: number;
  readonly endsAt: string;
} & (
  | { readonly about: "renewal_upcoming" | "membership_expired" }
  | { readonly about: "payment_failed"; readonly attempt: number }
);

/**
 * Reads what a mail says, at the moment of sending. `gone`: the mail is no longer true, for example after a renewal. `later`:
 * the event that the mail is about is not in the log yet.
 */
export async function readRenewalMail(
  app: Application,
  mail: RequestedRenewalMail,
): Promise<RenewalMailText | "gone" | "later"> {
  const { userId, endsAt } = mail;
  const [{ status, membership }, { state }, methodStoredAt] = await Promise.all([
    loadAccount(app, userId),
    app.commands.load(membershipDecider, streamOf.membership(userId)),
    app.paymentMethods.findStoredAt(userId),
  ]);
  const graceEndsAt = membership && paidUntil(membership);
  if (status !== "open" || membership?.expiresAt !== endsAt || !graceEndsAt) return "gone";
  const { announcedAmount, failedAt, hasExpired } = renewalAt(state, endsAt);
  const plan = renewedPlan(membership);
  const now = new Date(app.clock.now()).toISOString();
  const charge = nextCharge(membership, { ...state, methodStoredAt }, now);
  if (mail.about === "renewal_upcoming" && (!charge || failedAt.length > 0)) return "gone";
  if (mail.about === "membership_expired" && !hasExpired) return "later";
  if (mail.about === "payment_failed") {
    const failure = failedAt[mail.attempt - 1];
    if (failure === undefined) return "later";
    // After another attempt, or with a new payment method, another mail says how the renewal ended.
    if (failedAt.length > mail.attempt || (methodStoredAt ?? "") > failure) return "gone";
  }
  return {
    description: plan ? describePlan(plan) : membership.level === "plus" ? "PRO plus" : "PRO",
    endsAt,
    amount: plan && renewalAmount(plan, announcedAmount),
    nextChargeAt: charge?.at ?? null,
    paidUntil: graceEndsAt,
    hasPaymentMethod: methodStoredAt !== null,
    isTest: app.payments.isTest,
  };
}
