import { createIdSource } from "@daybook/domain/kernel/ids";
import { describe } from "vitest";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { createBraintreePayments } from "./braintree.ts";
import { describePaymentsContract } from "./payments-contract.ts";

const { braintree } = readConfig(process.env);

// Needs the keys of a merchant in Braintree's sandbox. Never with real money.
describe.skipIf(braintree?.environment !== "sandbox")("with the keys of Braintree's sandbox", () => {
  describePaymentsContract("Braintree", {
    open: () => {
      if (!braintree) throw new Error("no keys");
      return createBraintreePayments(braintree, { onError: () => {} });
    },
    newOrderId: createIdSource(systemClock, Math.random),
  });
});
