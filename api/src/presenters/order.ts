import type { Order } from "@daybook/domain/contract/account";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Quote } from "@daybook/domain/membership/quote";
import type { SentPurchase } from "@daybook/application/purchases/read-sent-purchase";
import type { ListedOrder } from "@daybook/application/purchases/view-orders";

const dollars = (cents: number): number => cents / 100;

/** A paid order in a reply. */
export const presentOrder = (order: ListedOrder): Order => ({
  id: order.id,
  description: order.description,
  amount: dollars(order.amount),
  currency: order.currency,
  created_at: order.createdAt,
  card_last_four: order.cardLastFour,
  credit: dollars(order.credit),
  ends_at: order.endsAt,
  test_mode: order.isTest,
  refunded: dollars(order.refundedAmount),
});

/** What became of a purchase, for a client that may not have got the reply to it. */
export const presentSentPurchase = (purchase: SentPurchase): Reply<"getSentPurchase"> => ({
  state: purchase.state,
  description: purchase.state === "unknown" ? null : purchase.description,
  message: purchase.state === "declined" ? purchase.message : null,
});

/** What a purchase would cost, in a reply. */
export const presentQuote = (quote: Quote): Reply<"getProRatedPrice"> => ({
  price: dollars(quote.price),
  credit: dollars(quote.credit),
  current_total: dollars(quote.amount),
  starts_at: quote.startsAt,
  ends_at: quote.endsAt,
});
