import { differenceSentences, reconcile } from "@daybook/application/purchases/reconcile";
import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { createLogger } from "@daybook/platform/logger";
import { openPayments } from "@daybook/platform/payments/open-payments";
import { createOrders } from "@daybook/platform/payments/orders";
import { createRefunds } from "@daybook/platform/payments/refunds";
import { withDaybook } from "../account/with-daybook.ts";

const dayMs = 86_400_000;

/**
 * Compares the orders of the last `days` days with the payment provider and the log, and prints a line for every difference. Daybook
 * may be running or stopped. Returns the exit code: 1 when there are differences.
 */
export function runReconcile(
  days: number,
  config: Config,
  printLine: (line: string) => void,
): Promise<number> {
  return withDaybook(config, async ({ pool, store }) => {
    const logger = createLogger({ level: "error" });
    const now = systemClock.now();
    const differences = await reconcile(
      {
        orders: createOrders({ pool, clock: systemClock }),
        refunds: createRefunds({ pool, clock: systemClock }),
        payments: openPayments({ config, pool, logger }),
        readLog: (options) => store.readAll(options),
        now,
      },
      new Date(now - days * dayMs),
    );
    for (const { orderId, code } of differences) {
      printLine(`${code.padEnd(22)} Order ${orderId} ${differenceSentences[code]}.`);
    }
    if (differences.length > 0) return 1;
    printLine(`Orders, charges and the log of the last ${days} ${days === 1 ? "day" : "days"} agree.`);
    return 0;
  });
}
