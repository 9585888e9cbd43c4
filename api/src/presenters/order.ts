import type { Order } from "@daybook/domain/contract/account";
import type { OrderView } from "@daybook/application/purchases/view-orders";

/** A paid order in a reply. */
export const presentOrder = (order: OrderView): Order => ({
  id: order.id,
  description: order.description,
  amount: order.amount / 100,
  currency: order.currency,
  created_at: order.createdAt,
  card_last_four: order.cardLastFour,
  test_mode: order.isTest,
});
