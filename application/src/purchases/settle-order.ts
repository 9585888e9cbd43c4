import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import type { Order } from "@daybook/platform/payments/orders";
import type { Charge, PaymentSource } from "@daybook/platform/payments/payments";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Refusal } from "../context.ts";
import { showHiddenJournals } from "../downgrade/show-journals.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { declineSentence } from "./decline-sentence.ts";

/**
 * How long an order without an answer waits for its charge to appear. A call to the provider takes at most a minute, and the
 * provider's search finds a charge some seconds later.
 */
export const longestUnknownMs = 15 * 60_000;

/** The refusal of a purchase while an earlier one may have been charged. */
export const paymentPending = (): Refusal =>
  reject(
    "payment_pending",
    "We are still checking an earlier payment of yours. Please look at your plan in a few minutes before you pay again.",
  );

/** The refusal of an order when it is not known yet whether it was charged. A repeat of the call asks the provider again. */
const outcomeUnknown = (): Refusal => ({
  ...reject(
    "payment_unknown",
    "We do not know yet whether your payment went through. You will not be charged twice. Please try again in a minute.",
  ),
  retryAfterSeconds: 30,
});

const cardDeclined = (code: string | null): Refusal => reject("declined", declineSentence(code));

const noChargeFound = (): Refusal =>
  reject(
    "declined",
    "Your payment did not go through, and nothing was charged. Please enter your card again.",
  );

const unavailable = (): Refusal =>
  reject(
    "unavailable",
    "Payments are not possible right now, and nothing was charged. Please try again later.",
  );

/**
 * Appends the events of a charged order: the purchase to the stream of the membership, then the grant to the stream of the account.
 * Then it mails the receipt and shows hidden journals. A repeat adds no event and no mail.
 */
async function grantPaidMembership(app: Application, order: Order): Promise<void> {
  const { accountId, kind, purchase } = order;
  // Another process may have done some of the steps.
  const context = { ...order.context, repeated: true };
  const purchaseResult = await app.commands.execute({
    decider: membershipDecider,
    stream: streamOf.membership(accountId),
    commands: [{ type: "Buy", kind, data: purchase }],
    context: childCommand(context, "membership"),
  });
  if (isRejection(purchaseResult)) throw new Error(purchaseResult.message);
  const { level, packageName, subscriptionLength, endsAt: expiresAt, at } = purchase;
  // A plan that was bought while no other plan was running does not renew by itself until the person says so.
  const keepsAutoRenew = kind !== "bought" && expiresAt !== null;
  const data = { level, packageName, subscriptionLength, expiresAt, autoRenew: false, at };
  const grantResult = await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(accountId),
    commands: [{ type: "GrantMembership", data, keepsAutoRenew }],
    context: childCommand(context, "grant"),
  });
  if (isRejection(grantResult)) throw new Error(grantResult.message);
  await app.mail(
    {
      id: app.newId(),
      userId: accountId,
      template: "receipt",
      params: { orderId: order.id },
      dedupeKey: `receipt ${order.id}`,
    },
    context,
  );
  await waitForReadModels(app, ["account"], grantResult.position);
  await showHiddenJournals(app, accountId, context);
}

/** Grants the membership of an order that is recorded as charged. */
async function finishOrder(app: Application, order: Order): Promise<null> {
  await grantPaidMembership(app, order);
  await app.orders.markFinished(order.id);
  return null;
}

/** Records the charge of an order, and grants the membership. For an order with the amount 0, `charge` is `null`. */
async function finishCharged(app: Application, order: Order, charge: Charge | null): Promise<Refusal | null> {
  const isCharged = await app.orders.markCharged(order.id, charge);
  const currentOrder = isCharged ? order : await app.orders.find(order.id);
  const isRecorded = isCharged || currentOrder?.status === "charged" || currentOrder?.status === "finished";
  if (isRecorded) return finishOrder(app, order);
  // The order was given up as not charged. An operator has to decide; `npm run billing -- reconcile` reports it.
  app.logger.error({ code: "late_charge" }, "a charge came after its order was given up");
  return outcomeUnknown();
}

/** True when a charge has the amount of its order. */
const hasAmountOf = ({ purchase }: Order, charge: Charge): boolean => charge.amount === purchase.amount;

/** Looks for the charge of an order whose outcome is unknown, and never charges again. */
async function lookUpCharge(app: Application, order: Order): Promise<Refusal | null> {
  const { id, purchase, createdAt } = order;
  if (purchase.amount === 0) return finishCharged(app, order, null);
  let charge: Charge | null;
  try {
    charge = await app.payments.findCharge(id);
  } catch {
    return outcomeUnknown();
  }
  if (charge && !hasAmountOf(order, charge)) {
    app.logger.error({ code: "wrong_charge" }, "the charge of an order has another amount");
    return outcomeUnknown();
  }
  if (charge) return finishCharged(app, order, charge);
  if (app.clock.now() - createdAt < longestUnknownMs) return outcomeUnknown();
  return (await app.orders.release(id)) ? noChargeFound() : outcomeUnknown();
}

/**
 * Charges an order that was stored just now. Returns `null` when it is paid.
 *
 * @param options.isAutomatic true for an automatic renewal
 */
export async function chargeOrder(
  app: Application,
  order: Order,
  source: PaymentSource,
  { isAutomatic = false }: { readonly isAutomatic?: boolean } = {},
): Promise<Refusal | null> {
  const { id, purchase } = order;
  if (purchase.amount === 0) return finishCharged(app, order, null);
  const outcome = await app.payments.charge({ orderId: id, amount: purchase.amount, source, isAutomatic });
  switch (outcome.kind) {
    case "charged":
      return finishCharged(app, order, outcome.charge);
    case "declined":
      await app.orders.markDeclined(id, outcome.code);
      return cardDeclined(outcome.code);
    case "unavailable":
      await app.orders.release(id);
      return unavailable();
    case "unknown":
      return lookUpCharge(app, order);
  }
}

/** Continues an order that an earlier run stored. Returns `null` when it is paid. */
export async function settleOrder(app: Application, order: Order): Promise<Refusal | null> {
  switch (order.status) {
    case "finished":
      return null;
    case "charged":
      return finishOrder(app, order);
    case "started":
      return lookUpCharge(app, order);
    case "declined":
      return cardDeclined(order.declineCode);
    case "released":
      return noChargeFound();
  }
}

/** An open order of this age was probably left by a process that died or by a provider that did not answer. */
const abandonedAfterMs = 30_000;

/** Finishes or releases the orders that were left open. An order that fails does not hold up the others. */
export async function settleOpenOrders(app: Application, signal: AbortSignal): Promise<void> {
  for (const order of await app.orders.findOpenBefore(new Date(app.clock.now() - abandonedAfterMs))) {
    if (signal.aborted) return;
    await settleOrder(app, order).catch((err: unknown) => {
      app.logger.warn({ err }, "an open order is left for the next run");
    });
  }
}
