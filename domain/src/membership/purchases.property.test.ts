import fc from "fast-check";
import { expect, it } from "vitest";
import type { Membership } from "../account/tier.ts";
import { evolve, fold } from "../kernel/decider.ts";
import { isRejection } from "../kernel/rejection.ts";
import { plans, type TierPlan } from "../plans/plan-table.ts";
import { priceAsked, summerSaleAt } from "../plans/promotion.ts";
import { addMonths } from "./add-months.ts";
import { membershipDecider } from "./decider.ts";
import type { MembershipEvent } from "./events.ts";
import { quotePurchase } from "./quote.ts";

const tierPlans: readonly TierPlan[] = plans.flatMap((plan) => [
  ...(plan.pro ? [{ plan, level: "pro" as const, offer: plan.pro }] : []),
  { plan, level: "plus" as const, offer: plan.plus },
]);
const dayMs = 86_400_000;

/** Purchases of one account: each some days after the one before, and perhaps finished twice, as after a crash. */
const purchases = fc.array(
  fc.record({ wanted: fc.constantFrom(...tierPlans), days: fc.nat(500), isRepeated: fc.boolean() }),
  { maxLength: 12 },
);

it("what was charged is the sum of the orders, and the membership ends when they say, for any purchases", () => {
  fc.assert(
    fc.property(purchases, (steps) => {
      const events: MembershipEvent[] = [];
      let now = Date.parse("2026-05-20T08:00:00.000Z");
      let membership: Membership | null = null;
      let charged = 0;
      steps.forEach(({ wanted, days, isRepeated }, index) => {
        now += days * dayMs;
        const at = new Date(now).toISOString();
        const state = fold(membershipDecider, events);
        const price = priceAsked(wanted, summerSaleAt(at));
        const quote = quotePurchase({ ...wanted, price }, membership, state.periods, at);
        if (isRejection(quote)) return;
        const { kind, amount, credit, startsAt, endsAt } = quote;
        // Nobody pays more than the price, and a deduction is never more than what was paid.
        expect(amount >= 0 && amount + credit === price).toBe(true);
        expect(credit).toBeLessThanOrEqual(charged);
        charged += amount;
        const previousEnd: string | null = membership?.expiresAt ?? null;
        const { level, plan, offer } = wanted;
        const data = {
          accountId: 1,
          orderId: index + 1,
          level,
          packageName: offer.packageName,
          subscriptionLength: plan.subscription,
          amount,
          credit,
          currency: "USD" as const,
          promotionId: null,
          startsAt,
          endsAt,
          at,
        };
        for (let run = 0; run < (isRepeated ? 2 : 1); run++) {
          const decision = membershipDecider.decide(
            { type: "Buy", kind, data },
            fold(membershipDecider, events),
          );
          if (isRejection(decision)) throw new Error(decision.message);
          events.push(...decision);
        }
        // Exactly the time that was bought, after the time that was left.
        const begin = kind === "renewed" ? previousEnd : at;
        expect(startsAt).toBe(begin);
        expect(endsAt).toBe(plan.months === null ? null : addMonths(begin ?? at, plan.months));
        membership = {
          level,
          packageName: offer.packageName,
          subscriptionLength: plan.subscription,
          expiresAt: endsAt,
          autoRenew: false,
        };
      });
      expect(events.reduce((sum, event) => sum + ("amount" in event.data ? event.data.amount : 0), 0)).toBe(
        charged,
      );
      const state = events.reduce(
        (current, event) => evolve(membershipDecider.evolve, current, event),
        membershipDecider.initialState,
      );
      expect(state.orders.size).toBe(events.length);
      expect(state.periods.at(-1)?.endsAt ?? null).toBe((membership as Membership | null)?.expiresAt ?? null);
    }),
  );
});
