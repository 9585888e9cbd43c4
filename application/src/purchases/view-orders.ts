import { describePlan, findPlan } from "@daybook/domain/plans/plan-table";
import type { Order } from "@daybook/platform/payments/orders";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";

/** A paid order, as its account sees it. Amounts are US cents. */
export type OrderView = {
  readonly id: number;
  /** Such as "PRO, 1 Year". */
  readonly description: string;
  readonly amount: number;
  /** The unused part of an earlier plan, which was deducted. */
  readonly credit: number;
  readonly currency: string;
  /** ISO-8601 UTC */
  readonly createdAt: string;
  /** `null` when the membership never ends. */
  readonly endsAt: string | null;
  /** `null` when no card was charged. */
  readonly cardLastFour: string | null;
  /** True when nobody was really charged. */
  readonly isTest: boolean;
};

const isPaid = ({ status }: Order): boolean => status === "charged" || status === "finished";

/** The plan of an order in words, such as "PRO, 1 Year". */
export function describeOrder({ purchase: { packageName, subscriptionLength } }: Order): string {
  const plan = findPlan(packageName, subscriptionLength);
  return plan ? describePlan(plan) : packageName;
}

function viewOrder(order: Order): OrderView {
  const { id, purchase, cardLastFour, isTest } = order;
  const { amount, credit, currency, at, endsAt } = purchase;
  const description = describeOrder(order);
  return { id, description, amount, credit, currency, createdAt: at, endsAt, cardLastFour, isTest };
}

/** A paid order in a list. `refundedAmount` is what was paid back of it, in US cents; 0 when nothing was. */
export type ListedOrder = OrderView & { readonly refundedAmount: number };

/** What the actor has paid for, newest first. */
export async function listOrders(app: Application, { actor }: Context): Promise<ListedOrder[]> {
  const orders = (await app.orders.findPossiblyChargedOf(actor.userId)).filter(isPaid);
  const refunds = await app.refunds.findOf(orders.map(({ id }) => id));
  const refundedAmounts = new Map(
    refunds
      .filter(({ status }) => status === "paid" || status === "finished")
      .map(({ orderId, amount }) => [orderId, amount]),
  );
  return orders
    .map((order) => ({ ...viewOrder(order), refundedAmount: refundedAmounts.get(order.id) ?? 0 }))
    .toReversed();
}

/** A paid order for its receipt; `gone` when the account has no paid order with this id. */
export async function readReceipt(
  { orders }: Pick<Application, "orders">,
  userId: number,
  orderId: number,
): Promise<OrderView | "gone"> {
  const order = await orders.find(orderId);
  return order?.accountId === userId && isPaid(order) ? viewOrder(order) : "gone";
}
