import type {
  BraintreeGateway,
  Environment,
  Transaction,
  TransactionSearchFn,
  TransactionStatus,
} from "braintree";
import { IdText } from "@daybook/domain/kernel/ids";
import { type BraintreeKeys, codeOf, connectBraintree, outcomeOfError } from "./braintree-gateway.ts";
import { isRefundedAtBraintree, refundAtBraintree } from "./braintree-refunds.ts";
import { removeAtBraintree, storeAtBraintree } from "./braintree-vault.ts";
import type { Charge, ChargeOutcome, ChargeRequest, Payments, PaymentSource } from "./payments.ts";

/** In these states nothing is or will be charged. */
const failedStates: ReadonlySet<TransactionStatus> = new Set([
  "authorization_expired",
  "failed",
  "gateway_rejected",
  "processor_declined",
  "settlement_declined",
  "voided",
]);

const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (dollars: string): number => Math.round(Number(dollars) * 100);

/** A stored payment method is charged by the id of its customer. This id is the token, and the customer has no other payment method. */
const paymentFieldsOf = (source: PaymentSource) =>
  "nonce" in source ? { paymentMethodNonce: source.nonce } : { customerId: source.token };

const toCharge = ({ id, orderId, amount, creditCard }: Transaction): Charge => ({
  chargeId: id,
  orderId: Number(orderId),
  amount: centsOf(amount),
  cardLastFour: creditCard?.last4 ?? null,
});

/**
 * Charges and stores payment methods at Braintree. Cards are entered in Braintree's own fields in the browser, so Daybook sees only nonces.
 *
 * @param deps.onError called with the code of an error that becomes `unavailable` or `unknown`
 * @param deps.environment replaced only in tests
 */
export function createBraintreePayments(
  keys: BraintreeKeys,
  deps: { onError: (code: string) => void; environment?: Environment },
): Payments {
  let connection: Promise<BraintreeGateway> | undefined;

  const connect = (): Promise<BraintreeGateway> => (connection ??= connectBraintree(keys, deps.environment));

  /** The matching sales that have not failed. */
  async function* searchSales(matches: TransactionSearchFn): AsyncGenerator<Transaction> {
    const { transaction: transactions } = await connect();
    for await (const item of transactions.search(matches)) {
      const transaction = item as Transaction;
      if (transaction.type === "sale" && !failedStates.has(transaction.status)) yield transaction;
    }
  }

  async function charge(
    { transaction: transactions }: BraintreeGateway,
    request: ChargeRequest,
  ): Promise<ChargeOutcome> {
    const response = await transactions.sale({
      amount: dollarsOf(request.amount),
      orderId: String(request.orderId),
      ...paymentFieldsOf(request.source),
      ...(request.isAutomatic ? { transactionSource: "recurring" as const } : {}),
      options: { submitForSettlement: true },
    });
    if (response.success) return { kind: "charged", charge: toCharge(response.transaction) };
    const { transaction, errors } = response;
    // When the card is refused, the transaction of the response has the reason. When the request is not valid, for example because the
    // nonce was used before, the errors of the response have it.
    const refusal = transaction?.gatewayRejectionReason || transaction?.processorResponseCode;
    return { kind: "declined", code: refusal || (errors?.deepErrors()[0]?.code ?? "unknown") };
  }

  /** Asks Braintree. An error becomes `unavailable` when it shows that nothing happened, otherwise `unknown`. */
  async function ask<T>(
    request: (gateway: BraintreeGateway) => Promise<T>,
  ): Promise<T | { readonly kind: "unavailable" | "unknown" }> {
    const gateway = await connect().catch((error: unknown) => deps.onError(codeOf(error)));
    if (!gateway) return { kind: "unavailable" };
    try {
      return await request(gateway);
    } catch (error) {
      const code = codeOf(error);
      deps.onError(code);
      return outcomeOfError(code);
    }
  }

  return {
    provider: "braintree",
    isTest: keys.environment === "sandbox",
    tokenizationKey: keys.tokenizationKey,
    charge: (request) => ask((gateway) => charge(gateway, request)),
    refund: ({ chargeId }) => ask((gateway) => refundAtBraintree(gateway, chargeId)),
    isRefunded: async (chargeId) => isRefundedAtBraintree(await connect(), chargeId),
    storeMethod: (request) => ask((gateway) => storeAtBraintree(gateway, request)),
    removeMethod: async (token) => removeAtBraintree(await connect(), token),

    async findCharge(orderId) {
      for await (const transaction of searchSales((fields) => fields.orderId().is(String(orderId)))) {
        // The bank may still refuse the charge.
        if (transaction.status === "authorizing") throw new Error("the charge is not decided yet");
        return toCharge(transaction);
      }
      return null;
    },

    async *listCharges(since) {
      for await (const transaction of searchSales((fields) => fields.createdAt().min(since))) {
        // The merchant may have other sales, whose order ids are not ours.
        if (IdText.safeParse(transaction.orderId).success) yield toCharge(transaction);
      }
    },
  };
}
