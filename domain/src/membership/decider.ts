import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject } from "../kernel/rejection.ts";
import type { MembershipEvent, Purchase } from "./events.ts";

/** A period that was paid for. `paid` is the price after promotions in US cents: the charge plus the credit. */
export type PaidPeriod = { readonly startsAt: string; readonly endsAt: string | null; readonly paid: number };

/** A paid order. `refund` is `due` after a downgrade that refunds the order, and `done` when the log records the refund. */
export type PaidOrder = Pick<Purchase, "orderId" | "amount" | "packageName" | "subscriptionLength" | "at"> & {
  readonly refund: "none" | "due" | "done";
};

/** How far the renewal of a membership is. */
export type RenewalState = {
  /** The end of the membership that is renewed, ISO-8601 UTC. */
  readonly endsAt: string;
  /** The price of the renewal as announced to the person, in US cents; `null` when no announced price applies. */
  readonly announcedAmount: number | null;
  /** The times at which the payment of the renewal failed, oldest first. */
  readonly failedAt: readonly string[];
  readonly hasExpired: boolean;
};

/** What an account has paid for, by which orders, and how far the renewal of its membership is. */
export type MembershipState = {
  readonly periods: readonly PaidPeriod[];
  readonly orders: ReadonlyMap<number, PaidOrder>;
  /** The operations that downgraded the account. */
  readonly downgrades: ReadonlySet<number>;
  /** `null` when the renewal has had no step since the last purchase or downgrade to the free tier. */
  readonly renewal: RenewalState | null;
};

/** The kinds of purchases. Each has its own event, see `membershipEvents`. */
export type PurchaseKind = "bought" | "renewed" | "converted" | "auto_renewed";

type Data<K extends MembershipEvent["type"]> = DataOf<MembershipEvent, K>;

/** The commands of a membership. */
export type MembershipCommand =
  | { readonly type: "Buy"; readonly kind: PurchaseKind; readonly data: Purchase }
  | { readonly type: "Downgrade"; readonly data: Data<"MembershipDowngraded"> }
  /** Records that the payment provider paid back an order of a downgrade. */
  | { readonly type: "RecordRefund"; readonly data: Data<"MembershipRefunded"> }
  | RenewalCommand;

/** The commands at the end of a membership. */
type RenewalCommand =
  | { readonly type: "AnnounceRenewal"; readonly data: Data<"RenewalAnnounced"> }
  | { readonly type: "FailRenewal"; readonly data: Data<"RenewalPaymentFailed"> }
  | { readonly type: "Expire"; readonly data: Data<"MembershipExpired"> };

const eventTypeOf = {
  bought: "MembershipBought",
  renewed: "MembershipRenewed",
  converted: "MembershipConverted",
  auto_renewed: "MembershipAutoRenewed",
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
  const updatedOrders = new Map(orders);
  for (const orderId of orderIds) {
    const order = updatedOrders.get(orderId);
    if (order) updatedOrders.set(orderId, { ...order, refund });
  }
  return updatedOrders;
}

/** The state after a purchase, with these periods. A purchase ends a renewal that was in progress. */
const afterPurchase = (
  state: MembershipState,
  purchase: Purchase,
  periods: readonly PaidPeriod[],
): MembershipState => ({ ...state, periods, orders: withOrder(state, purchase), renewal: null });

/** Returns the renewal of the membership that ends at `endsAt`. It has no steps when the state has recorded none for this end. */
export function renewalAt({ renewal }: Pick<MembershipState, "renewal">, endsAt: string): RenewalState {
  if (renewal?.endsAt === endsAt) return renewal;
  return { endsAt, announcedAmount: null, failedAt: [], hasExpired: false };
}

const withRenewal = (
  state: MembershipState,
  endsAt: string,
  change: (renewal: RenewalState) => Partial<RenewalState>,
): MembershipState => {
  const renewal = renewalAt(state, endsAt);
  return { ...state, renewal: { ...renewal, ...change(renewal) } };
};

/** Each step of a renewal is recorded once, and none after the membership has expired. */
function decideRenewal(command: RenewalCommand, state: MembershipState): MembershipEvent[] {
  const { announcedAmount, failedAt, hasExpired } = renewalAt(state, command.data.endsAt);
  if (hasExpired) return [];
  switch (command.type) {
    case "AnnounceRenewal":
      return announcedAmount === null ? [{ type: "RenewalAnnounced", data: command.data }] : [];
    case "FailRenewal":
      return command.data.attempt > failedAt.length
        ? [{ type: "RenewalPaymentFailed", data: command.data }]
        : [];
    case "Expire":
      return [{ type: "MembershipExpired", data: command.data }];
  }
}

/** Records purchases, renewals, downgrades and refunds. Repeated commands add nothing. */
export const membershipDecider: Decider<MembershipCommand, MembershipEvent, MembershipState> = {
  initialState: { periods: [], orders: new Map(), downgrades: new Set(), renewal: null },

  decide(command, state) {
    const { orders, downgrades } = state;
    switch (command.type) {
      case "Buy": {
        const { kind, data } = command;
        return orders.has(data.orderId) ? [] : [{ type: eventTypeOf[kind], data }];
      }
      case "Downgrade": {
        const { data } = command;
        if (downgrades.has(data.operationId)) return [];
        const isRefundable = (id: number): boolean => orders.get(id)?.refund === "none";
        if (!data.refundedOrders.every(isRefundable))
          return reject("invalid", "Only a paid order can be paid back, and only once.");
        return [{ type: "MembershipDowngraded", data }];
      }
      case "RecordRefund": {
        const order = orders.get(command.data.orderId);
        if (order?.refund === "done") return [];
        if (order?.refund !== "due" || order.amount !== command.data.amount)
          return reject("invalid", "No downgrade pays this amount back.");
        return [{ type: "MembershipRefunded", data: command.data }];
      }
      case "AnnounceRenewal":
      case "FailRenewal":
      case "Expire":
        return decideRenewal(command, state);
    }
  },

  evolve: {
    MembershipBought: (state, data) => afterPurchase(state, data, [periodOf(data)]),
    MembershipRenewed: (state, data) => afterPurchase(state, data, [...state.periods, periodOf(data)]),
    MembershipConverted: (state, data) => afterPurchase(state, data, [periodOf(data)]),
    MembershipAutoRenewed: (state, data) => afterPurchase(state, data, [...state.periods, periodOf(data)]),
    RenewalAnnounced: (state, { endsAt, amount }) =>
      withRenewal(state, endsAt, () => ({ announcedAmount: amount })),
    RenewalPaymentFailed: (state, { endsAt, at }) =>
      withRenewal(state, endsAt, ({ failedAt }) => ({ failedAt: [...failedAt, at] })),
    MembershipExpired: (state, { endsAt }) => withRenewal(state, endsAt, () => ({ hasExpired: true })),
    // After a downgrade to PRO the periods stay, so that a later change back to PRO plus deducts the unused part of what was paid.
    MembershipDowngraded: (state, { to, operationId, refundedOrders }) => ({
      periods: to === "free" ? [] : state.periods,
      orders: withRefund(state, refundedOrders, "due"),
      downgrades: new Set(state.downgrades).add(operationId),
      // The announced price was that of PRO plus, so it does not apply to the renewal of PRO.
      renewal: to === "free" ? null : state.renewal && { ...state.renewal, announcedAmount: null },
    }),
    MembershipRefunded: (state, { orderId }) => ({ ...state, orders: withRefund(state, [orderId], "done") }),
  },
};
