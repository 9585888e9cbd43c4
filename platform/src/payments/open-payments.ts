import type pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { createBraintreePayments } from "./braintree.ts";
import type { Payments } from "./payments.ts";
import { createSandboxPayments } from "./sandbox.ts";

/** Opens the payment provider: Braintree if it is configured, otherwise the test mode, which is logged. */
export function openPayments(deps: {
  config: Pick<Config, "braintree">;
  pool: pg.Pool;
  logger: Pick<Logger, "info" | "warn">;
}): Payments {
  const { config, pool, logger } = deps;
  if (!config.braintree) {
    logger.info("payments are in test mode");
    return createSandboxPayments({ pool });
  }
  const onError = (code: string): void => logger.warn({ code }, "a call to the payment provider failed");
  return createBraintreePayments(config.braintree, { onError });
}
