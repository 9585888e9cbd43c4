import type { Decider } from "../kernel/decider.ts";
import type { MembershipEvent, Purchase } from "./events.ts";

/** A time that was paid for, with what it cost in US cents. */
export type PaidPeriod = { readonly startsAt: string; readonly endsAt: string | null; readonly paid: number };

/** What an account has paid for, and by which orders. */
export type MembershipState = {
  readonly periods: readonly PaidPeriod[];
  readonly orders: ReadonlySet<number>;
};

/** The kinds of purchases. */
export type PurchaseKind = "bought" | "renewed" | "converted";

/** The commands of a membership. Their amounts and times come from a quote. */
export type MembershipCommand = {
  readonly type: "Buy";
  readonly kind: PurchaseKind;
  readonly data: Purchase;
};

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

const withOrder = ({ orders }: MembershipState, { orderId }: Purchase) => new Set([...orders, orderId]);

/** Records purchases. An order counts once, however often its purchase is finished. */
export const membershipDecider: Decider<MembershipCommand, MembershipEvent, MembershipState> = {
  initialState: { periods: [], orders: new Set() },
  decide: ({ kind, data }, { orders }) => (orders.has(data.orderId) ? [] : [{ type: eventOf[kind], data }]),
  evolve: {
    MembershipBought: (state, data) => ({ periods: [periodOf(data)], orders: withOrder(state, data) }),
    MembershipRenewed: (state, data) => ({
      periods: [...state.periods, periodOf(data)],
      orders: withOrder(state, data),
    }),
    MembershipConverted: (state, data) => ({ periods: [periodOf(data)], orders: withOrder(state, data) }),
  },
};
