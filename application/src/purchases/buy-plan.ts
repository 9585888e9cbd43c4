import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import { quotePurchase, type Quote, type WantedPlan } from "@daybook/domain/membership/quote";
import { streamOf } from "@daybook/domain/kernel/ids";
import { findPlan } from "@daybook/domain/plans/plan-table";
import { priceAsked, summerSaleAt } from "@daybook/domain/plans/promotion";
import type { NewOrder, Order } from "@daybook/platform/payments/orders";
import { limits, tooMany } from "../access/limits.ts";
import { loadAccount } from "../accounts/change-account.ts";
import { sessionEnded } from "../accounts/refusals.ts";
import { type SessionView, viewSession } from "../accounts/session-view.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { chargeOrder, paymentPending, settleOrder } from "./settle-order.ts";

/** What somebody wants to buy, and how they pay. */
export type PaymentSubmission = {
  readonly packageName: string;
  /** in years; 1 for a month and for life */
  readonly subscription: number;
  readonly nonce: string;
  /** The amount in US cents that was shown before paying, if it is known. */
  readonly shownAmount: number | null;
};

/** A wanted plan at the price of this moment. */
type PricedPlan = WantedPlan & { readonly promotionId: string | null };

function findWantedPlan({ packageName, subscription }: PaymentSubmission, at: string): PricedPlan | Refusal {
  const found = findPlan(packageName, subscription);
  if (!found) {
    const message = "There is no such plan.";
    return reject("invalid", message, { membership_package_name: message });
  }
  const promotion = summerSaleAt(at);
  const { fullPrice } = found.offer;
  const price = priceAsked(found.plan, fullPrice, promotion);
  return { ...found, price, promotionId: price < fullPrice ? (promotion?.id ?? null) : null };
}

/** The context of the events that follow the charge, perhaps in another process. */
const contextOf = ({ completed: _, now: _now, ids: _ids, ...context }: Command): NewOrder["context"] =>
  context;

function newOrder(
  app: Application,
  context: Context,
  id: number,
  wanted: PricedPlan,
  quote: Quote,
): NewOrder {
  const { actor, command } = context;
  const { kind, amount, credit, startsAt, endsAt } = quote;
  return {
    id,
    accountId: actor.userId,
    provider: app.payments.provider,
    isTest: app.payments.isTest,
    kind,
    context: contextOf(command),
    purchase: {
      accountId: actor.userId,
      orderId: id,
      level: wanted.level,
      packageName: wanted.offer.packageName,
      subscriptionLength: wanted.plan.subscription,
      amount,
      credit,
      currency: "USD",
      promotionId: wanted.promotionId,
      startsAt,
      endsAt,
      at: command.at,
    },
  };
}

/** An order of the caller, and whether this run stored it. Only then may it be charged. */
type PlacedOrder = { readonly order: Order; readonly isNew: boolean };

/** Computes what the purchase costs and stores its order under this id, or finds what an earlier run of the command stored. */
async function placeOrder(
  app: Application,
  context: Context,
  submission: PaymentSubmission,
  orderId: number,
): Promise<PlacedOrder | Refusal> {
  const { actor, command } = context;
  const stored = await app.orders.find(orderId);
  if (stored?.context.commandId === command.commandId) return { order: stored, isNew: false };
  if (stored) return reject("id_taken", "That id is taken.");
  const wanted = findWantedPlan(submission, command.at);
  if (isRejection(wanted)) return wanted;
  // Before the price is computed: `begin` refuses when there are more orders then.
  const earlierOrders = await app.orders.chargedOf(actor.userId);
  if (earlierOrders.some(({ status }) => status !== "finished")) return paymentPending();
  const [account, { state }] = await Promise.all([
    loadAccount(app, actor.userId),
    app.commands.load(membershipDecider, streamOf.membership(actor.userId)),
  ]);
  const quote = quotePurchase(wanted, account.membership, state.periods, command.at);
  if (isRejection(quote)) return quote;
  if (quote.kind !== "bought") {
    return reject(
      "already_paid",
      "You have a paid plan already. You can renew or change it in Plans & Billing.",
    );
  }
  const { shownAmount } = submission;
  if (shownAmount !== null && shownAmount !== quote.amount) {
    const message = "The price has changed since you opened this page. Please look at it again.";
    return reject("invalid", message, { current_total: message });
  }
  const order = newOrder(app, context, orderId, wanted, quote);
  if (await app.orders.begin(order, earlierOrders.length)) {
    const createdAt = app.clock.now();
    return {
      order: { ...order, status: "started", cardLastFour: null, declineCode: null, createdAt },
      isNew: true,
    };
  }
  return (await app.orders.find(orderId)) ? reject("id_taken", "That id is taken.") : paymentPending();
}

/**
 * Buys a membership for a free account or an expired one. The order is stored before the card is charged. A repeat continues the
 * same order: it looks for the charge and never charges again. Returns the session with the new membership.
 */
export async function buyPlan(
  app: Application,
  context: Context,
  submission: PaymentSubmission,
): Promise<SessionView | Refusal> {
  const { actor, command } = context;
  if (!command.repeated) {
    const limitRefusal = await tooMany(app, limits.purchasesOfAccount, actor.userId);
    if (limitRefusal) return limitRefusal;
  }
  const placed = await claimId(command.ids[1], (id) => placeOrder(app, context, submission, id));
  if (isRejection(placed)) return placed;
  const { order, isNew } = placed;
  const refusal = isNew ? await chargeOrder(app, order, submission.nonce) : await settleOrder(app, order);
  if (refusal) return refusal;
  const session = await app.sessions.findByToken(actor.token);
  return session ? viewSession(app, session) : sessionEnded();
}
