import { upcast } from "@daybook/domain/versioning/upcast";
import type { DomainEvent } from "@daybook/domain/events";
import type { Purchase } from "@daybook/domain/membership/events";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import type { Refund, Refunds } from "@daybook/platform/payments/refunds";
import type { Order, Orders } from "@daybook/platform/payments/orders";
import type { Charge, Payments } from "@daybook/platform/payments/payments";
import { longestUnknownMs } from "./settle-order.ts";

/** What can be wrong with an order, for an operator. Each text continues the sentence "Order 7 …". */
export const differenceSentences = {
  open_order:
    "was begun long ago and is not finished: either it is not known whether it was charged, or its membership is missing",
  charge_missing: "is paid, but the payment provider has no charge of it",
  charge_differs: "was charged a different amount than the one it has here",
  charged_twice: "was charged more than once",
  charge_without_order: "was charged, but it is not paid here; refund it at the payment provider",
  event_missing: "is paid, but the log has no purchase of it",
  event_differs: "has a different amount in the log",
  event_without_order: "is in the log, but it is not paid",
  open_refund: "has been waiting for days to be paid back by the payment provider",
  failed_refund: "cannot be paid back: the payment provider refuses; pay it back in another way",
  refund_missing: "is paid back, but not at the payment provider",
  refund_not_begun: "is to be paid back by a downgrade, but its refund is not stored",
  refund_event_missing: "is paid back, but the log has no refund of it",
  refund_event_differs:
    "has a refund in the log that is not stored as paid back here, or is stored with a different amount",
  membership_missing: "is paid, but its account did not get the membership",
  ended_by_downgrade:
    "was begun while a downgrade was under way; the downgrade ended its plan without a refund; refund it at the payment provider",
} as const;

/** A difference between the orders, the payment provider and the log. */
export type Difference = { readonly orderId: number; readonly code: keyof typeof differenceSentences };

/** What the check reads. */
export type ReconcileDeps = {
  readonly orders: Pick<Orders, "findCreatedSince" | "find">;
  readonly refunds: Pick<Refunds, "findOfOrdersSince" | "findOf">;
  readonly payments: Pick<Payments, "provider" | "listCharges" | "findCharge" | "isRefunded">;
  readonly readLog: EventStore["readAll"];
  /** Milliseconds since 1970. */
  readonly now: number;
};

const isPaid = (order: Order | null | undefined): order is Order =>
  order?.status === "charged" || order?.status === "finished";

/**
 * Events count from this much earlier than orders. An event has the time at which its command began, and its order was stored after
 * that time.
 */
const marginMs = 24 * 3_600_000;
const pageSize = 1_000;

/** What the log says about purchases and refunds. */
type Log = {
  readonly purchases: ReadonlyMap<number, Purchase>;
  /** The amount in US cents that was paid back, by order. */
  readonly refunds: ReadonlyMap<number, number>;
  /** The orders that downgrades pay back. */
  readonly refundedOrders: ReadonlySet<number>;
  /** By order: the time of the downgrade that ended the plan of the order without a refund. */
  readonly endedAt: ReadonlyMap<number, string>;
  /** The memberships that accounts got, as `grantKey` names them. */
  readonly grants: ReadonlySet<string>;
};

const grantKey = (stream: string, end: string | null, packageName: string): string =>
  `${stream} ${packageName} ${end}`;

/** Reads from the whole log the purchases, refunds and downgrades since a time, and all memberships that accounts got. */
async function readPurchases(readLog: EventStore["readAll"], since: string): Promise<Log> {
  const purchases = new Map<number, Purchase>();
  const refunds = new Map<number, number>();
  const refundedOrders = new Set<number>();
  const grants = new Set<string>();
  const endedAt = new Map<number, string>();
  /** The orders of each stream since its last downgrade to the basic plan. */
  const currentOrders = new Map<string, number[]>();
  let after: Position | null = null;
  for (;;) {
    const page = await readLog({ after, limit: pageSize });
    for (const storedEvent of page) {
      const event: DomainEvent = upcast(storedEvent);
      switch (event.type) {
        case "MembershipBought":
        case "MembershipRenewed":
        case "MembershipConverted":
        case "MembershipAutoRenewed":
          if (event.data.at < since) break;
          purchases.set(event.data.orderId, event.data);
          currentOrders.set(storedEvent.stream, [
            ...(currentOrders.get(storedEvent.stream) ?? []),
            event.data.orderId,
          ]);
          break;
        case "MembershipRefunded":
          if (event.data.at >= since) refunds.set(event.data.orderId, event.data.amount);
          break;
        case "MembershipDowngraded":
          if (event.data.at >= since) event.data.refundedOrders.forEach((id) => refundedOrders.add(id));
          if (event.data.to === "pro") break;
          for (const id of currentOrders.get(storedEvent.stream) ?? []) {
            if (!event.data.refundedOrders.includes(id)) endedAt.set(id, event.data.at);
          }
          currentOrders.delete(storedEvent.stream);
          break;
        case "MembershipGranted":
          grants.add(grantKey(storedEvent.stream, event.data.expiresAt, event.data.packageName));
          break;
        default:
      }
    }
    const lastEvent = page.at(-1);
    if (!lastEvent || page.length < pageSize) return { purchases, refunds, refundedOrders, grants, endedAt };
    after = lastEvent.position;
  }
}

/** How long a refund may be open without a difference. The provider cannot pay a charge back while its settlement is pending. */
const longestRefundMs = 3 * 24 * 3_600_000;

/** Compares the refunds with the payment provider and with the log. */
async function checkRefunds(
  { refunds: refundLedger, payments, now }: ReconcileDeps,
  refunds: ReadonlyMap<number, Refund>,
  log: Log,
  add: (orderId: number, code: Difference["code"]) => void,
): Promise<void> {
  for (const { orderId, status, amount, provider, chargeId, createdAt } of refunds.values()) {
    if (status === "failed") add(orderId, "failed_refund");
    const isOpen = status === "started" || status === "paid";
    if (isOpen && now - createdAt > longestRefundMs) add(orderId, "open_refund");
    if (status !== "finished") continue;
    const loggedAmount = log.refunds.get(orderId);
    if (loggedAmount === undefined) add(orderId, "refund_event_missing");
    else if (loggedAmount !== amount) add(orderId, "refund_event_differs");
    if (provider === payments.provider && !(await payments.isRefunded(chargeId)))
      add(orderId, "refund_missing");
  }
  const orderIds = new Set([...log.refunds.keys(), ...log.refundedOrders]);
  const rows = new Map((await refundLedger.findOf([...orderIds])).map((row) => [row.orderId, row]));
  for (const orderId of orderIds) {
    const row = rows.get(orderId);
    if (!row) add(orderId, "refund_not_begun");
    else if (log.refunds.has(orderId) && row.status !== "finished" && row.status !== "paid")
      add(orderId, "refund_event_differs");
  }
}

/**
 * Compares the orders and refunds since a time with the payment provider and with the log. Daybook may be running: an order or refund
 * that was begun a short time ago may still be open, and is no difference.
 */
export async function reconcile(deps: ReconcileDeps, since: Date): Promise<Difference[]> {
  const { orders, payments, now } = deps;
  const differences: Difference[] = [];
  const add = (orderId: number, code: Difference["code"]): void => void differences.push({ orderId, code });

  const charges = new Map<number, Charge>();
  for await (const charge of payments.listCharges(since)) {
    if (charges.has(charge.orderId)) add(charge.orderId, "charged_twice");
    charges.set(charge.orderId, charge);
  }
  const ordersById = new Map((await orders.findCreatedSince(since)).map((order) => [order.id, order]));
  const log = await readPurchases(deps.readLog, new Date(since.getTime() - marginMs).toISOString());
  const { purchases, grants } = log;
  const refunds = new Map((await deps.refunds.findOfOrdersSince(since)).map((row) => [row.orderId, row]));

  function checkLog({ id, accountId, purchase, createdAt }: Order): void {
    const event = purchases.get(id);
    if (!event) return add(id, "event_missing");
    if (event.amount !== purchase.amount) add(id, "event_differs");
    const grant = grantKey(`account-${accountId}`, purchase.endsAt, purchase.packageName);
    if (!grants.has(grant)) add(id, "membership_missing");
    // A downgrade pays back only orders that were stored before its command began.
    const endedAt = log.endedAt.get(id);
    const isPaidBack = log.refunds.has(id) || log.refundedOrders.has(id);
    if (endedAt !== undefined && createdAt > Date.parse(endedAt) && !isPaidBack)
      add(id, "ended_by_downgrade");
  }

  for (const order of ordersById.values()) {
    const { id, status, provider, purchase } = order;
    if (status === "finished") checkLog(order);
    else if ((status === "charged" || status === "started") && now - order.createdAt > longestUnknownMs) {
      add(id, "open_order");
    }
    if (!isPaid(order) || provider !== payments.provider || purchase.amount === 0) continue;
    // A refund may have cancelled the charge before it settled. Then the provider does not list it.
    const refund = refunds.get(id);
    if (refund && refund.status !== "failed") continue;
    // The order may be newer than the list of charges.
    const charge = charges.get(id) ?? (await payments.findCharge(id));
    if (!charge) add(id, "charge_missing");
    else if (charge.amount !== purchase.amount) add(id, "charge_differs");
  }
  for (const orderId of charges.keys()) {
    const order = ordersById.get(orderId) ?? (await orders.find(orderId));
    if (order?.status !== "started" && !isPaid(order)) add(orderId, "charge_without_order");
  }
  for (const orderId of purchases.keys()) {
    if (!isPaid(ordersById.get(orderId)) && !isPaid(await orders.find(orderId)))
      add(orderId, "event_without_order");
  }
  await checkRefunds(deps, refunds, log, add);
  return differences;
}
