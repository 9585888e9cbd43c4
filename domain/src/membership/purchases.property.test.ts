import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, isExpired, type Membership, proMembershipOf, tierAt } from "../account/tier.ts";
import { fold } from "../kernel/decider.ts";
import { isRejection } from "../kernel/rejection.ts";
import { type TierPlan, tierPlans } from "../plans/plan-table.ts";
import { priceAsked, summerSaleAt } from "../plans/promotion.ts";
import { addMonths } from "./add-months.ts";
import { type MembershipCommand, membershipDecider } from "./decider.ts";
import type { MembershipEvent, Purchase } from "./events.ts";
import { quotePurchase } from "./quote.ts";
import { refundableOrders } from "./refund.ts";
import { nextRenewalStep, renewalAmount, renewedPlan } from "./renewal-steps.ts";
import { renewedUntil } from "./renewed-until.ts";

const dayMs = 86_400_000;

/** What happens to one account: days pass, with or without automatic renewal, and then it may downgrade and buy a plan. */
const steps = fc.array(
  fc.record({
    days: fc.nat(500),
    autoRenew: fc.boolean(),
    /** Whether each of the next charges of a renewal succeeds. */
    charges: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    downgrade: fc.constantFrom("no", "no", "no", "toFree", "toFreeWithRefund", "toPro"),
    /** True when the payment provider pays back what it was asked for. */
    refundsArrive: fc.boolean(),
    wantedPlan: fc.option(fc.constantFrom(...tierPlans)),
    /** True when the account stores another payment method, which is tried immediately after a failure. */
    storesMethod: fc.boolean(),
    /** True when each command is decided twice, as after a crash. */
    isRepeated: fc.boolean(),
  }),
  { maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

/** One account with its log, a clock, and what was charged. */
function newAccount() {
  const events: MembershipEvent[] = [];
  let now = "2026-05-31T08:00:00.000Z";
  let membership: Membership | null = null;
  let methodStoredAt: string | null = null;
  let charged = 0;
  let paidBack = 0;
  let orderId = 0;
  let operationId = 0;

  /** The time that is paid for, up to the end of the plan. A renewal adds months; any other purchase starts a new time. */
  let paidTime = { startsAt: now, months: 0 };
  let foldedState = { eventCount: 0, state: fold(membershipDecider, events) };

  function state() {
    if (foldedState.eventCount !== events.length)
      foldedState = { eventCount: events.length, state: fold(membershipDecider, events) };
    return foldedState.state;
  }

  /** Remembers the paid time, and returns its end. The end is counted from the start, so that short months do not move the day. */
  function rememberTime(months: number | null, startsAt: string): string | null {
    if (months === null) return null;
    paidTime = { startsAt, months };
    return addMonths(startsAt, months);
  }
  const rememberRenewal = (months: number | null): string | null =>
    months === null ? null : rememberTime(paidTime.months + months, paidTime.startsAt);

  function decide(command: MembershipCommand, isRepeated: boolean): void {
    for (let run = 0; run < (isRepeated ? 2 : 1); run++) {
      const decision = membershipDecider.decide(command, state());
      if (isRejection(decision)) throw new Error(decision.message);
      events.push(...decision);
    }
  }

  function pay(
    { level, plan, offer }: TierPlan,
    terms: Pick<Purchase, "amount" | "credit" | "startsAt" | "endsAt">,
  ): Purchase {
    charged += terms.amount;
    membership = {
      level,
      packageName: offer.packageName,
      subscriptionLength: plan.subscription,
      expiresAt: terms.endsAt,
      autoRenew: false,
    };
    const { packageName, subscriptionLength } = membership;
    const names = { level, packageName, subscriptionLength, currency: "USD" as const, promotionId: null };
    return { accountId: 1, orderId: ++orderId, ...names, ...terms, at: now };
  }

  /** Runs the renewal job for everything that is due until a moment. */
  function runJobUntil(end: string, { autoRenew, charges, isRepeated }: Step): void {
    const outcomes = charges.values();
    for (;;) {
      if (membership?.expiresAt && !isExpired(membership, now)) membership = { ...membership, autoRenew };
      const step = nextRenewalStep(membership, { ...state(), methodStoredAt }, now);
      if (!step || step.at > end || !membership?.expiresAt) return void (now = end);
      if (step.at > now) now = step.at;
      const { expiresAt: endsAt } = membership;
      const ending = { accountId: 1, endsAt, at: now };
      if (step.type === "expire") {
        expect(tierAt(membership, now)).toBe("free");
        decide({ type: "Expire", data: ending }, isRepeated);
        continue;
      }
      const plan = renewedPlan(membership);
      if (!plan) throw new Error("the plan is not sold");
      const amount = renewalAmount(plan, state().renewal?.announcedAmount ?? null);
      if (step.type === "announce") {
        decide({ type: "AnnounceRenewal", data: { ...ending, amount } }, isRepeated);
      } else if (outcomes.next().value === true) {
        // If the job is not late, the account still counts as paid just before this attempt, even before the last one.
        if (step.at === now) expect(isExpired(membership, addDays(now, -0.001))).toBe(false);
        const data = pay(plan, {
          amount,
          credit: 0,
          startsAt: endsAt,
          endsAt: renewedUntil(state().periods, endsAt, plan.plan.months),
        });
        expect(data.endsAt).toBe(rememberRenewal(plan.plan.months));
        decide({ type: "Buy", kind: "auto_renewed", data }, isRepeated);
      } else {
        const failure = { ...ending, attempt: step.attempt, orderId: null, code: "2001" };
        decide({ type: "FailRenewal", data: failure }, isRepeated);
      }
    }
  }

  function buy(wantedPlan: TierPlan, isRepeated: boolean): void {
    const { periods } = state();
    const price = priceAsked(wantedPlan, summerSaleAt(now));
    const quote = quotePurchase({ ...wantedPlan, price }, membership, periods, now);
    if (isRejection(quote)) return;
    const { kind, amount, credit, startsAt, endsAt } = quote;
    // Nobody pays more than the price, and the deduction is never more than what was paid.
    expect(amount >= 0 && amount + credit === price).toBe(true);
    expect(credit).toBeLessThanOrEqual(charged);
    // A renewal begins when the plan ends, any other purchase now. Both last exactly the time that was bought.
    const begin = kind === "renewed" ? membership?.expiresAt : now;
    expect(startsAt).toBe(begin);
    const { months } = wantedPlan.plan;
    expect(endsAt).toBe(kind === "renewed" ? rememberRenewal(months) : rememberTime(months, now));
    decide({ type: "Buy", kind, data: pay(wantedPlan, { amount, credit, startsAt, endsAt }) }, isRepeated);
  }

  function downgrade({ downgrade: kind, isRepeated }: Step): void {
    const level = tierAt(membership, now);
    if (kind === "no" || !membership || (kind === "toPro" && level !== "plus")) return;
    const to = kind === "toPro" ? ("pro" as const) : ("free" as const);
    const orders = [...state().orders.values()];
    const refunded = kind === "toFreeWithRefund" ? refundableOrders(orders, now) : [];
    const refundedOrders = refunded.map((order) => order.orderId);
    const { level: from } = membership;
    const reasons = { reason: null, comments: null };
    const data = { accountId: 1, operationId: ++operationId, from, to, refundedOrders, ...reasons, at: now };
    decide({ type: "Downgrade", data }, isRepeated);
    membership = to === "pro" ? proMembershipOf(membership) : null;
  }

  function payBack({ isRepeated }: Step): void {
    for (const { orderId: id, amount, refund } of state().orders.values()) {
      if (refund !== "due") continue;
      paidBack += amount;
      const data = { accountId: 1, orderId: id, amount, currency: "USD" as const, at: now };
      decide({ type: "RecordRefund", data }, isRepeated);
    }
  }

  return {
    take(step: Step): void {
      runJobUntil(new Date(Date.parse(now) + step.days * dayMs).toISOString(), step);
      if (step.storesMethod) methodStoredAt = now;
      downgrade(step);
      if (step.refundsArrive) payBack(step);
      if (step.wantedPlan) buy(step.wantedPlan, step.isRepeated);
    },
    result: () => ({ events, state: state(), charged, paidBack, membership, now }),
  };
}

const isPurchase = (event: MembershipEvent): event is Extract<MembershipEvent, { data: Purchase }> =>
  "amount" in event.data && "credit" in event.data;

it("after any purchases, renewals, downgrades and refunds, the charges are the sum of the orders, and the membership ends with the last paid period", () => {
  fc.assert(
    fc.property(steps, (stepsOfAccount) => {
      const account = newAccount();
      for (const step of stepsOfAccount) account.take(step);
      const { events, state, charged, paidBack, membership, now } = account.result();
      const purchases = events.filter(isPurchase);
      expect(purchases.reduce((sum, { data }) => sum + data.amount, 0)).toBe(charged);
      expect(state.orders.size).toBe(purchases.length);
      const stillPaid = [...state.orders.values()].filter(({ refund }) => refund !== "done");
      expect(charged - paidBack).toBe(stillPaid.reduce((sum, { amount }) => sum + amount, 0));
      expect(state.periods.at(-1)?.endsAt ?? null).toBe(membership?.expiresAt ?? null);
      // For each end of a plan, the log has at most one announcement, one expiry and three failed payments.
      // A downgrade to PRO keeps the end. Then the renewal is announced again, for PRO.
      let downgrades = 0;
      const renewalSteps = events.flatMap(({ type, data }) => {
        if (type === "MembershipDowngraded") downgrades++;
        if (!("endsAt" in data) || "credit" in data) return [];
        return `${type} ${data.endsAt} ${"attempt" in data ? `attempt ${data.attempt}` : `after ${downgrades}`}`;
      });
      expect(new Set(renewalSteps).size).toBe(renewalSteps.length);
      expect(renewalSteps.every((step) => !step.endsWith("attempt 4"))).toBe(true);
      // The log says that the membership has expired exactly when it has.
      const hasExpired = isExpired(membership, now);
      expect(state.renewal?.hasExpired ?? false).toBe(hasExpired);
    }),
    { numRuns: 300 },
  );
});
