import { settleOpenRefunds } from "../purchases/refund-orders.ts";
import { settleOpenOrders } from "../purchases/settle-order.ts";
import type { Job } from "./job.ts";

/**
 * Looks for the charges of purchases that a crash or a missing answer left open. It finishes the purchases that were paid, ends those
 * whose charge has not appeared within a quarter of an hour, and then continues open refunds.
 */
export const settlePaymentsJob: Job = {
  name: "settle-payments",
  everyMs: 30_000,
  async run(app, signal) {
    await settleOpenOrders(app, signal);
    await settleOpenRefunds(app, signal);
  },
};
