import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { PurchaseCall } from "@daybook/domain/membership/purchase-call";
import type { Quote } from "@daybook/domain/membership/quote";
import type { NewOrder, Order } from "@daybook/platform/payments/orders";
import type { PaymentSource } from "@daybook/platform/payments/payments";
import { limits, limitTries } from "../access/limits.ts";
import { sessionEnded } from "../accounts/refusals.ts";
import { type SessionView, viewSession } from "../accounts/session-view.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Actor, Command, Context, Refusal } from "../context.ts";
import { findPaymentSource } from "../payment-methods/view-method.ts";
import { type PlanName, type QuotedPlan, quotePlan } from "./quote-plan.ts";
import { chargeOrder, paymentPending, settleOrder } from "./settle-order.ts";

/** What somebody wants to buy, and how they pay. */
export type PaymentSubmission = PlanName & {
  /** A card or PayPal account that is entered now, or the id of the stored payment method. */
  readonly payWith: { readonly nonce: string } | { readonly methodId: number };
  /** A typed promo code. */
  readonly promoCode: string | null;
  /** The amount in US cents that was shown before paying, if it is known. */
  readonly shownAmount: number | null;
  /** When the plan begins, as it was shown before paying (ISO-8601 UTC), if it is known. */
  readonly shownStart?: string | null;
};

/** Who buys, and by which command. */
export type Buyer = {
  readonly actor: Pick<Actor, "userId">;
  readonly command: Command;
};

/** The context of the events that are appended after the charge. Another process may append them. */
const contextOf = ({
  completed: _completed,
  now: _now,
  ids: _ids,
  ...context
}: Command): NewOrder["context"] => context;

function newOrder(app: Application, { actor, command }: Buyer, id: number, quotedPlan: QuotedPlan): NewOrder {
  const { wanted, quote, promotion } = quotedPlan;
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
      promotionId: promotion?.id ?? null,
      startsAt,
      endsAt,
      at: command.at,
    },
  };
}

/** An order of the actor. `source` is what to charge; `null` when an earlier run stored the order, and so may have charged it. */
type PlacedOrder = { readonly order: Order; readonly source: PaymentSource | null };

/** The refusal while a downgrade is running. That downgrade could end the new plan too. */
const downgradePending = (): Refusal =>
  reject("payment_pending", "Your downgrade is still under way. You can buy a plan again when it is done.");

/**
 * Refuses a purchase that is not what the page showed. A renewal in another tab or browser moves the start of the next renewal. Without
 * this check, somebody with an old page would renew twice.
 */
function refuseOutdatedPage(
  { shownAmount, shownStart = null }: PaymentSubmission,
  { kind, amount, startsAt }: Quote,
): Refusal | null {
  if (shownAmount !== null && shownAmount !== amount) {
    const message = "The price has changed since you opened this page. Please look at it again.";
    return reject("invalid", message, { current_total: message });
  }
  if (shownStart !== null && kind === "renewed" && Date.parse(shownStart) !== Date.parse(startsAt)) {
    const message = "Your plan has changed since you opened this page. Please look at it again.";
    return reject("invalid", message, { starts_at: message });
  }
  return null;
}

const methodRemoved = (): Refusal => {
  const message = "This payment method is not stored any more. Please choose another way to pay.";
  return reject("invalid", message, { payment_method_id: message });
};

/** Computes the price and stores the order under this id, or finds the order that an earlier run of the command stored. */
async function placeOrder(
  app: Application,
  buyer: Buyer,
  call: PurchaseCall | null,
  submission: PaymentSubmission,
  orderId: number,
): Promise<PlacedOrder | Refusal> {
  const { actor, command } = buyer;
  const storedOrder = await app.orders.find(orderId);
  if (storedOrder?.context.commandId === command.commandId) return { order: storedOrder, source: null };
  if (storedOrder) return reject("id_taken", "That id is taken.");
  // Counted before the price is computed, so that `begin` refuses when another order was stored in between.
  const earlierOrders = await app.orders.findPossiblyChargedOf(actor.userId);
  if (earlierOrders.some(({ status }) => status !== "finished")) return paymentPending();
  if (await app.operations.isRunning(actor.userId, "downgrade")) return downgradePending();
  const quotedPlan = await quotePlan(app, buyer, submission, call);
  if (isRejection(quotedPlan)) return quotedPlan;
  const { payWith } = submission;
  const source = "nonce" in payWith ? payWith : await findPaymentSource(app, actor.userId, payWith.methodId);
  if (!source) return methodRemoved();
  const changedRefusal = refuseOutdatedPage(submission, quotedPlan.quote);
  if (changedRefusal) return changedRefusal;
  const order = newOrder(app, buyer, orderId, quotedPlan);
  if (await app.orders.begin(order, earlierOrders.length)) {
    const createdAt = app.clock.now();
    const startedOrder = { ...order, status: "started", cardLastFour: null, declineCode: null } as const;
    return { order: { ...startedOrder, createdAt }, source };
  }
  if (await app.orders.find(orderId)) return reject("id_taken", "That id is taken.");
  if (await app.operations.isRunning(actor.userId, "downgrade")) return downgradePending();
  // Quoting again shows whether the promo code was used up or a downgrade has ended the plan. Otherwise another order was begun.
  const quotedAgain = await quotePlan(app, buyer, submission, call);
  return isRejection(quotedAgain) ? quotedAgain : paymentPending();
}

/**
 * Buys a membership. The order is stored before the card is charged. A repeat continues the same order: it looks for the charge and
 * never charges again. Returns `null` when the order is paid.
 *
 * @param call `null` for a redeemed code, which may be for a first plan, a change or a renewal
 */
export async function payForPlan(
  app: Application,
  buyer: Buyer,
  call: PurchaseCall | null,
  submission: PaymentSubmission,
): Promise<Refusal | null> {
  const { actor, command } = buyer;
  if (!command.repeated) {
    const limitRefusal = await limitTries(app, limits.purchasesOfAccount, actor.userId);
    if (limitRefusal) return limitRefusal;
  }
  const placedOrder = await claimId(command.ids[1], (id) => placeOrder(app, buyer, call, submission, id));
  if (isRejection(placedOrder)) return placedOrder;
  const { order, source } = placedOrder;
  return source ? chargeOrder(app, order, source) : settleOrder(app, order);
}

/** Buys a membership for the actor. Returns their session with the new membership. See {@link payForPlan}. */
export async function buyPlan(
  app: Application,
  context: Context,
  call: PurchaseCall,
  submission: PaymentSubmission,
): Promise<SessionView | Refusal> {
  const refusal = await payForPlan(app, context, call, submission);
  if (refusal) return refusal;
  const session = await app.sessions.findByToken(context.actor.token);
  return session ? viewSession(app, session) : sessionEnded();
}
