import type pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { createBraintreePayments } from "./braintree.ts";
import type { Payments } from "./payments.ts";
import { createSandboxPayments } from "./sandbox.ts";

/** Opens the configured payment provider: Braintree, or the test mode, which the log names. */
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
  const onUnavailable = (code: string): void => logger.warn({ code }, "the payment provider did not charge");
  return createBraintreePayments(config.braintree, { onUnavailable });
}
