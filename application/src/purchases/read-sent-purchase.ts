import type { Order, OrderStatus } from "@daybook/platform/payments/orders";
import { readStoredPersonalData } from "../accounts/personal-data.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { declineSentence } from "./decline-sentence.ts";
import { describeOrder } from "./view-orders.ts";

/** What became of a purchase that was sent. The state is `unknown` when the account has no order of the purchase's command. */
export type SentPurchase =
  | { readonly state: "unknown" }
  | { readonly state: "open" | "paid" | "not_charged"; readonly description: string }
  | { readonly state: "declined"; readonly description: string; readonly message: string };

/** A charged order is open until the account has its membership. */
const states = {
  started: "open",
  charged: "open",
  finished: "paid",
  declined: "declined",
  released: "not_charged",
} as const satisfies Record<OrderStatus, SentPurchase["state"]>;

function viewSentPurchase(order: Order): SentPurchase {
  const state = states[order.status];
  const description = describeOrder(order);
  return state === "declined"
    ? { state, description, message: declineSentence(order.declineCode) }
    : { state, description };
}

/**
 * Reads what became of a purchase of the actor. This does not ask the payment provider. The job that settles payments asks it.
 *
 * @param commandIdsWith returns the two ids that the purchase's command can have. The command has one id when a logged-in user sent it,
 * and the other id when a visitor with this e-mail address sent it.
 */
export async function readSentPurchase(
  app: Application,
  { actor }: Context,
  commandIdsWith: (email: string) => readonly string[],
): Promise<SentPurchase> {
  const person = await readStoredPersonalData(app, actor.userId);
  for (const commandId of person ? commandIdsWith(person.email) : []) {
    const order = await app.orders.findByCommand(actor.userId, commandId);
    if (order) return viewSentPurchase(order);
  }
  return { state: "unknown" };
}
