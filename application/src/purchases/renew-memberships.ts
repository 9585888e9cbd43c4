import type { Membership } from "@daybook/domain/account/tier";
import { addDays } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import {
  type MembershipCommand,
  membershipDecider,
  type MembershipState,
  renewalAt,
} from "@daybook/domain/membership/decider";
import {
  nextRenewalStep,
  renewalAmount,
  renewedPlan,
  type RenewalStep,
} from "@daybook/domain/membership/renewal-steps";
import { renewedUntil } from "@daybook/domain/membership/renewed-until";
import { unscheduledMembershipEnds } from "@daybook/read-models/queries/membership-ends";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { renewalContext } from "./renewal-context.ts";
import { payRenewal } from "./renewal-order.ts";

const schedulePageSize = 500;
const duePageSize = 100;
const retryAfterFailureMs = 5 * 60_000;
/** One announcement, three attempts to charge, the end, and a reserve for steps that another process takes at the same time. */
const maxStepsAtOnce = 12;
/** A membership that ended longer ago gets no mail about its end. */
const longestMailDelayDays = 14;

/** A membership at its end: the account, and what has happened so far. */
type Ending = {
  readonly accountId: number;
  readonly membership: Membership;
  readonly endsAt: string;
  readonly state: MembershipState;
  /** ISO-8601 UTC */
  readonly now: string;
};

async function record(
  app: Application,
  { accountId, now }: Ending,
  stepId: string,
  command: MembershipCommand,
) {
  const result = await app.commands.execute({
    decider: membershipDecider,
    stream: streamOf.membership(accountId),
    commands: [command],
    context: renewalContext(accountId, stepId, now),
  });
  if (isRejection(result)) throw new Error(result.message);
}

/**
 * Puts a mail into the outbox. A repeat adds no second mail. Each step puts its mail into the outbox before the event of the step is
 * recorded. After a crash in between, the step is repeated, so that neither the mail nor the event is lost.
 */
function mailOnce(
  app: Application,
  { accountId, endsAt, now }: Ending,
  mail:
    | { readonly template: "renewal_upcoming"; readonly amount: number }
    | { readonly template: "membership_expired" }
    | { readonly template: "payment_failed"; readonly attempt: number },
): Promise<void> {
  const amountOrAttempt = "amount" in mail ? ` ${mail.amount}` : "attempt" in mail ? ` ${mail.attempt}` : "";
  const stepId = `${mail.template} ${endsAt}${amountOrAttempt}`;
  const content =
    mail.template === "payment_failed"
      ? { template: mail.template, params: { endsAt, attempt: mail.attempt } }
      : { template: mail.template, params: { endsAt } };
  const envelope = { id: app.newId(), userId: accountId, dedupeKey: `${accountId} ${stepId}` };
  return app.mail({ ...envelope, ...content }, renewalContext(accountId, stepId, now));
}

/** Announces a renewal. After a downgrade to PRO, a second announcement has the new amount. So the step's id contains the amount. */
async function announce(app: Application, ending: Ending): Promise<void> {
  const { accountId, membership, endsAt, now } = ending;
  const plan = renewedPlan(membership);
  if (!plan) throw new Error("a plan that is not sold is not announced");
  const amount = renewalAmount(plan, null);
  await mailOnce(app, ending, { template: "renewal_upcoming", amount });
  const data = { accountId, endsAt, amount, at: now };
  await record(app, ending, `announce ${endsAt} ${amount}`, { type: "AnnounceRenewal", data });
}

async function recordFailure(
  app: Application,
  ending: Ending,
  attempt: number,
  failure: { readonly code: string; readonly orderId: number | null },
): Promise<void> {
  const { accountId, endsAt, now } = ending;
  await mailOnce(app, ending, { template: "payment_failed", attempt });
  const data = { accountId, endsAt, attempt, ...failure, at: now };
  await record(app, ending, `fail ${endsAt} ${attempt}`, { type: "FailRenewal", data });
}

async function expire(app: Application, ending: Ending): Promise<void> {
  const { accountId, endsAt, now } = ending;
  if (now < addDays(endsAt, longestMailDelayDays)) {
    await mailOnce(app, ending, { template: "membership_expired" });
  }
  await record(app, ending, `expire ${endsAt}`, { type: "Expire", data: { accountId, endsAt, at: now } });
}

/** Charges a renewal. Returns when to check again, in milliseconds since 1970; `null` when the next step may follow immediately. */
async function charge(app: Application, ending: Ending, attempt: number): Promise<number | null> {
  const { accountId, membership, endsAt, state } = ending;
  const plan = renewedPlan(membership);
  if (!plan) {
    await recordFailure(app, ending, attempt, { code: "plan_not_sold", orderId: null });
    return null;
  }
  const amount = renewalAmount(plan, renewalAt(state, endsAt).announcedAmount);
  const newEnd = renewedUntil(state.periods, endsAt, plan.plan.months);
  const payment = await payRenewal(app, {
    accountId,
    membership,
    endsAt,
    renewedUntil: newEnd,
    attempt,
    plan,
    amount,
  });
  if (payment.kind === "later") return payment.at;
  if (payment.kind === "failed") {
    const { code, orderId } = payment;
    await recordFailure(app, ending, attempt, { code, orderId });
  }
  return null;
}

async function takeStep(app: Application, ending: Ending, step: RenewalStep): Promise<number | null> {
  switch (step.type) {
    case "announce":
      await announce(app, ending);
      return null;
    case "charge":
      return charge(app, ending, step.attempt);
    case "expire":
      await expire(app, ending);
      return null;
  }
}

/**
 * Takes the steps that are due at the end of an account's membership. Returns when to check again, in milliseconds since 1970;
 * `null` when no step will be due as long as the membership stays as it is.
 */
async function takeDueSteps(app: Application, accountId: number): Promise<number | null> {
  for (let count = 0; count < maxStepsAtOnce; count++) {
    const [{ status, membership }, { state }, methodStoredAt] = await Promise.all([
      loadAccount(app, accountId),
      app.commands.load(membershipDecider, streamOf.membership(accountId)),
      app.paymentMethods.findStoredAt(accountId),
    ]);
    const now = new Date(app.clock.now()).toISOString();
    if (status !== "open" || !membership?.expiresAt) return null;
    const step = nextRenewalStep(membership, { ...state, methodStoredAt }, now);
    if (!step) return null;
    if (step.at > now) return Date.parse(step.at);
    const ending = { accountId, membership, endsAt: membership.expiresAt, state, now };
    const checkAgainAt = await takeStep(app, ending, step);
    if (checkAgainAt !== null) return checkAgainAt;
  }
  throw new Error("the steps of a renewal do not end");
}

async function scheduleNewEnds(app: Application, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ends = await unscheduledMembershipEnds(app.pool, schedulePageSize);
    if (ends.length > 0) await app.renewals.schedule(ends);
    if (ends.length < schedulePageSize) return;
  }
}

/** Renews memberships, announces renewals, and records the end of memberships. A failure for one account does not hold up the others. */
export async function renewMemberships(app: Application, signal: AbortSignal): Promise<void> {
  await scheduleNewEnds(app, signal);
  for (;;) {
    const dueRenewals = await app.renewals.findDue(duePageSize);
    for (const renewal of dueRenewals) {
      if (signal.aborted) return;
      const checkAgainAt = await takeDueSteps(app, renewal.accountId).catch((err: unknown) => {
        app.logger.warn(
          { err, accountId: renewal.accountId },
          "the end of a membership is left for a later run",
        );
        return app.clock.now() + retryAfterFailureMs;
      });
      await app.renewals.setNextCheck(renewal, checkAgainAt);
    }
    if (dueRenewals.length < duePageSize) return;
  }
}
