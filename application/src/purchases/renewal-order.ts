import type { Membership } from "@daybook/domain/account/tier";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { TierPlan } from "@daybook/domain/plans/plan-table";
import type { NewOrder, Order } from "@daybook/platform/payments/orders";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import { findPaymentSource } from "../payment-methods/view-method.ts";
import { renewalContext } from "./renewal-context.ts";
import { chargeOrder, settleOrder } from "./settle-order.ts";

/** A renewal to pay. */
export type RenewalToPay = {
  readonly accountId: number;
  readonly membership: Membership;
  /** The end of the current period, when the renewal begins (ISO-8601 UTC). */
  readonly endsAt: string;
  /** The end of the renewed period (ISO-8601 UTC); `null` for a membership without an end. */
  readonly renewedUntil: string | null;
  readonly attempt: number;
  readonly plan: TierPlan;
  /** In US cents. */
  readonly amount: number;
};

/**
 * How an attempt to pay a renewal ended:
 * - `changed`: the membership is no longer the one to renew, and nothing was charged.
 * - `later`: the outcome is not known, or nothing could be charged now; check again at this time (milliseconds since 1970).
 */
export type RenewalPayment =
  | { readonly kind: "paid" }
  | { readonly kind: "changed" }
  | { readonly kind: "failed"; readonly code: string; readonly orderId: number | null }
  | { readonly kind: "later"; readonly at: number };

/** How long to wait after an outage of the provider before the same attempt is made again. An outage is no failed payment. */
const afterOutageMs = 3_600_000;
const askAgainMs = 60_000;

/**
 * The id of the command of an attempt. An order is released when nothing was charged, for example in an outage of the provider. The
 * next order of the same attempt has the next `round`.
 */
const commandIdOf = ({ accountId, endsAt, attempt }: RenewalToPay, round: number): string =>
  renewalContext(accountId, `pay ${endsAt} ${attempt} ${round}`, "").commandId;

/** True when the current membership still renews automatically, and has the same end and plan as the membership that is to be renewed. */
const hasSameRenewal = (current: Membership | null, renewed: Membership): boolean =>
  current !== null &&
  current.expiresAt === renewed.expiresAt &&
  current.autoRenew &&
  current.level === renewed.level &&
  current.packageName === renewed.packageName &&
  current.subscriptionLength === renewed.subscriptionLength;

function newOrder(app: Application, renewal: RenewalToPay, id: number, round: number): NewOrder {
  const { accountId, endsAt, renewedUntil, attempt, plan, amount } = renewal;
  const at = new Date(app.clock.now()).toISOString();
  return {
    id,
    accountId,
    provider: app.payments.provider,
    isTest: app.payments.isTest,
    kind: "auto_renewed",
    context: renewalContext(accountId, `pay ${endsAt} ${attempt} ${round}`, at),
    purchase: {
      accountId,
      orderId: id,
      level: plan.level,
      packageName: plan.offer.packageName,
      subscriptionLength: plan.plan.subscription,
      amount,
      credit: 0,
      currency: "USD",
      promotionId: null,
      startsAt: endsAt,
      endsAt: renewedUntil,
      at,
    },
  };
}

/** Reads from the order of an attempt how the attempt ended. */
async function readPaymentResult(app: Application, orderId: number): Promise<RenewalPayment> {
  const order = await app.orders.find(orderId);
  switch (order?.status) {
    case "declined":
      return { kind: "failed", code: order.declineCode ?? "declined", orderId };
    case "released":
      return { kind: "later", at: app.clock.now() + afterOutageMs };
    case "charged":
    case "finished":
      return { kind: "paid" };
    default:
      return { kind: "later", at: app.clock.now() + askAgainMs };
  }
}

/** The orders of an attempt: the newest one, and how many rounds there were. */
async function findNewestOrder(
  app: Application,
  renewal: RenewalToPay,
): Promise<{ order: Order | null; round: number }> {
  for (let round = 0, newest: Order | null = null; ; round++) {
    const order = await app.orders.findByCommand(renewal.accountId, commandIdOf(renewal, round));
    if (!order) return { order: newest, round };
    newest = order;
  }
}

/** True when an order that was released as not charged has a charge after all. Then an operator has to decide. */
async function hasLateCharge(app: Application, order: Order): Promise<boolean> {
  if ((await app.payments.findCharge(order.id)) === null) return false;
  app.logger.error({ code: "late_charge" }, "a charge came after its order was given up");
  return true;
}

/**
 * Pays a renewal, or continues what an earlier run began. An order is stored before it is charged. A later run looks for the charge of
 * that order and never charges the order again. It stores a new order only when the earlier one was released without a charge.
 */
export async function payRenewal(app: Application, renewal: RenewalToPay): Promise<RenewalPayment> {
  const { accountId } = renewal;
  const { order: newestOrder, round } = await findNewestOrder(app, renewal);
  if (newestOrder && newestOrder.status !== "released") {
    const refusal = await settleOrder(app, newestOrder);
    return refusal ? readPaymentResult(app, newestOrder.id) : { kind: "paid" };
  }
  if (newestOrder) {
    const nextRoundAt = newestOrder.createdAt + afterOutageMs;
    if (app.clock.now() < nextRoundAt) return { kind: "later", at: nextRoundAt };
    if (await hasLateCharge(app, newestOrder)) return { kind: "later", at: app.clock.now() + afterOutageMs };
  }
  const source = await findPaymentSource(app, accountId, null);
  if (!source) return { kind: "failed", code: "no_payment_method", orderId: null };
  const earlierOrders = await app.orders.findPossiblyChargedOf(accountId);
  const hasOpenOrder = earlierOrders.some(({ status }) => status !== "finished");
  if (hasOpenOrder) return { kind: "later", at: app.clock.now() + askAgainMs };
  const startedOrder = await claimId(app.newId(), async (id) => {
    const order = newOrder(app, renewal, id, round);
    if (await app.orders.begin(order, earlierOrders.length)) return order;
    return reject((await app.orders.find(id)) ? "id_taken" : "payment_pending", "The order could not begin.");
  });
  if (isRejection(startedOrder)) return { kind: "later", at: app.clock.now() + askAgainMs };
  // The person may have bought, downgraded or turned off the renewal while the order was being stored.
  const { status, membership } = await loadAccount(app, accountId);
  if (status !== "open" || !hasSameRenewal(membership, renewal.membership)) {
    await app.orders.release(startedOrder.id);
    return { kind: "changed" };
  }
  const order = await app.orders.find(startedOrder.id);
  if (order?.status !== "started") return readPaymentResult(app, startedOrder.id);
  const refusal = await chargeOrder(app, order, source, { isAutomatic: true });
  return refusal ? readPaymentResult(app, order.id) : { kind: "paid" };
}
