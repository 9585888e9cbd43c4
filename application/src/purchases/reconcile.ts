import { upcast } from "@daybook/domain/versioning/upcast";
import type { DomainEvent } from "@daybook/domain/events";
import type { Purchase } from "@daybook/domain/membership/events";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import type { Order, Orders } from "@daybook/platform/payments/orders";
import type { Charge, Payments } from "@daybook/platform/payments/payments";
import { longestUnknownMs } from "./settle-order.ts";

/** What can be wrong with an order, in words for an operator. */
export const differenceSentences = {
  open_order:
    "was begun long ago, and it is still not known whether it was charged, or its membership is missing",
  charge_missing: "is paid, but the payment provider has no charge of it",
  charge_differs: "was charged another amount than it says",
  charged_twice: "was charged more than once",
  charge_without_order: "was charged, but it is not paid here; refund it at the payment provider",
  event_missing: "is paid, but the log has no purchase of it",
  event_differs: "has another amount in the log",
  event_without_order: "is in the log, but it is not paid",
  membership_missing: "is paid, but its account did not get the membership",
} as const;

/** A difference between the orders, the payment provider and the log. */
export type Difference = { readonly orderId: number; readonly code: keyof typeof differenceSentences };

/** What the check reads. */
export type ReconcileDeps = {
  readonly orders: Pick<Orders, "findCreatedSince" | "find">;
  readonly payments: Pick<Payments, "provider" | "listCharges" | "findCharge">;
  readonly readLog: EventStore["readAll"];
  /** Milliseconds since 1970. */
  readonly now: number;
};

const isPaid = (order: Order | null | undefined): order is Order =>
  order?.status === "charged" || order?.status === "finished";

/** Events before the time of the check may belong to orders after it: the event has the time at which its command began. */
const marginMs = 24 * 3_600_000;
const pageSize = 1_000;

type Log = {
  readonly purchases: ReadonlyMap<number, Purchase>;
  /** The memberships that accounts got, as `grantOf` names them. */
  readonly grants: ReadonlySet<string>;
};

const grantOf = (stream: string, end: string | null, packageName: string): string =>
  `${stream} ${packageName} ${end}`;

/** Reads the purchases since a time, and all memberships, from the whole log. */
async function readPurchases(readLog: EventStore["readAll"], since: string): Promise<Log> {
  const purchases = new Map<number, Purchase>();
  const grants = new Set<string>();
  let after: Position | null = null;
  for (;;) {
    const page = await readLog({ after, limit: pageSize });
    for (const stored of page) {
      const event: DomainEvent = upcast(stored);
      switch (event.type) {
        case "MembershipBought":
        case "MembershipRenewed":
        case "MembershipConverted":
        case "MembershipAutoRenewed":
          if (event.data.at >= since) purchases.set(event.data.orderId, event.data);
          break;
        case "MembershipGranted":
          grants.add(grantOf(stored.stream, event.data.expiresAt, event.data.packageName));
          break;
        default:
      }
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return { purchases, grants };
    after = last.position;
  }
}

/**
 * Compares the orders since a time with the charges of the payment provider and with the log. Daybook may be running: what is not
 * older than a purchase takes is no difference.
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
  const stored = new Map((await orders.findCreatedSince(since)).map((order) => [order.id, order]));
  const { purchases, grants } = await readPurchases(
    deps.readLog,
    new Date(since.getTime() - marginMs).toISOString(),
  );

  function checkLog({ id, accountId, purchase }: Order): void {
    const event = purchases.get(id);
    if (!event) return add(id, "event_missing");
    if (event.amount !== purchase.amount) add(id, "event_differs");
    const grant = grantOf(`account-${accountId}`, purchase.endsAt, purchase.packageName);
    if (!grants.has(grant)) add(id, "membership_missing");
  }

  for (const order of stored.values()) {
    const { id, status, provider, purchase } = order;
    if (status === "finished") checkLog(order);
    else if ((status === "charged" || status === "started") && now - order.createdAt > longestUnknownMs) {
      add(id, "open_order");
    }
    if (!isPaid(order) || provider !== payments.provider || purchase.amount === 0) continue;
    // The list may be older than the order.
    const charge = charges.get(id) ?? (await payments.findCharge(id));
    if (!charge) add(id, "charge_missing");
    else if (charge.amount !== purchase.amount) add(id, "charge_differs");
  }
  for (const orderId of charges.keys()) {
    const order = stored.get(orderId) ?? (await orders.find(orderId));
    if (order?.status !== "started" && !isPaid(order)) add(orderId, "charge_without_order");
  }
  for (const orderId of purchases.keys()) {
    if (!isPaid(stored.get(orderId)) && !isPaid(await orders.find(orderId)))
      add(orderId, "event_without_order");
  }
  return differences;
}
