import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject } from "../kernel/rejection.ts";
import type { MembershipEvent, Purchase } from "./events.ts";

/** A time that was paid for, with what it cost in US cents. */
export type PaidPeriod = { readonly startsAt: string; readonly endsAt: string | null; readonly paid: number };

/** An order that was paid, and whether its amount is paid back: `due` until the payment provider has done it. */
export type PaidOrder = Pick<Purchase, "orderId" | "amount" | "packageName" | "subscriptionLength" | "at"> & {
  readonly refund: "none" | "due" | "done";
};

/** What an account has paid for, and by which orders. */
export type MembershipState = {
  readonly periods: readonly PaidPeriod[];
  readonly orders: ReadonlyMap<number, PaidOrder>;
  /** The operations that downgraded the account. */
  readonly downgrades: ReadonlySet<number>;
};

/** The kinds of purchases. */
export type PurchaseKind = "bought" | "renewed" | "converted";

type Data<K extends MembershipEvent["type"]> = DataOf<MembershipEvent, K>;

/** The commands of a membership. Amounts and times come from a quote. */
export type MembershipCommand =
  | { readonly type: "Buy"; readonly kind: PurchaseKind; readonly data: Purchase }
  | { readonly type: "Downgrade"; readonly data: Data<"MembershipDowngraded"> }
  /** Records that the payment provider paid back an order of a downgrade. */
  | { readonly type: "RecordRefund"; readonly data: Data<"MembershipRefunded"> };

const eventOf = {
  bought: "MembershipBought",
  renewed: "MembershipRenewed",
  converted: "MembershipConverted",
} as const satisfies Record<PurchaseKind, MembershipEvent["type"]>;

const periodOf = ({ startsAt, endsAt, amount, credit }: Purchase): PaidPeriod => ({
  startsAt,
  endsAt,
  paid: amount + credit,
});

const withOrder = ({ orders }: MembershipState, purchase: Purchase): MembershipState["orders"] => {
  const { orderId, amount, packageName, subscriptionLength, at } = purchase;
  return new Map(orders).set(orderId, {
    orderId,
    amount,
    packageName,
    subscriptionLength,
    at,
    refund: "none",
  });
};

function withRefund(
  { orders }: MembershipState,
  orderIds: readonly number[],
  refund: PaidOrder["refund"],
): MembershipState["orders"] {
  const changed = new Map(orders);
  for (const orderId of orderIds) {
    const order = changed.get(orderId);
    if (order) changed.set(orderId, { ...order, refund });
  }
  return changed;
}

/** Records purchases, downgrades and refunds. An order counts once and is paid back once, however often that is finished. */
export const membershipDecider: Decider<MembershipCommand, MembershipEvent, MembershipState> = {
  initialState: { periods: [], orders: new Map(), downgrades: new Set() },

  decide(command, { orders, downgrades }) {
    switch (command.type) {
      case "Buy": {
        const { kind, data } = command;
        return orders.has(data.orderId) ? [] : [{ type: eventOf[kind], data }];
      }
      case "Downgrade": {
        const { data } = command;
        if (downgrades.has(data.operationId)) return [];
        const isRefundable = (id: number): boolean => orders.get(id)?.refund === "none";
        if (!data.refundedOrders.every(isRefundable))
          return reject("invalid", "An order cannot be paid back twice.");
        return [{ type: "MembershipDowngraded", data }];
      }
      case "RecordRefund": {
        const order = orders.get(command.data.orderId);
        if (order?.refund === "done") return [];
        if (order?.refund !== "due" || order.amount !== command.data.amount)
          return reject("invalid", "No downgrade pays this amount back.");
        return [{ type: "MembershipRefunded", data: command.data }];
      }
    }
  },

  evolve: {
    MembershipBought: (state, data) => ({
      ...state,
      periods: [periodOf(data)],
      orders: withOrder(state, data),
    }),
    MembershipRenewed: (state, data) => ({
      ...state,
      periods: [...state.periods, periodOf(data)],
      orders: withOrder(state, data),
    }),
    MembershipConverted: (state, data) => ({
      ...state,
      periods: [periodOf(data)],
      orders: withOrder(state, data),
    }),
    // What was paid for PRO plus is deducted again when somebody goes from PRO back to it.
    MembershipDowngraded: (state, { to, operationId, refundedOrders }) => ({
      periods: to === "free" ? [] : state.periods,
      orders: withRefund(state, refundedOrders, "due"),
      downgrades: new Set(state.downgrades).add(operationId),
    }),
    MembershipRefunded: (state, { orderId }) => ({ ...state, orders: withRefund(state, [orderId], "done") }),
  },
};
