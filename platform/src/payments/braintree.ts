import type {
  BraintreeGateway,
  Environment,
  Transaction,
  TransactionSearchFn,
  TransactionStatus,
} from "braintree";
import { IdText } from "@daybook/domain/kernel/ids";
import type { Charge, ChargeOutcome, ChargeRequest, Payments } from "./payments.ts";

/** The keys of a merchant at Braintree, and which of its two environments they belong to. */
export type BraintreeKeys = {
  readonly environment: "sandbox" | "production";
  readonly merchantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
};

/** In these states nothing is or will be charged. */
const failedStates: ReadonlySet<TransactionStatus> = new Set([
  "authorization_expired",
  "failed",
  "gateway_rejected",
  "processor_declined",
  "settlement_declined",
  "voided",
]);

/** Braintree refused the request itself, or there was no connection to it. So nothing was charged. */
const refusedErrors: ReadonlySet<string> = new Set([
  "authenticationError",
  "authorizationError",
  "invalidKeysError",
  "notFoundError",
  "tooManyRequestsError",
  "upgradeRequired",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The kind of an error. The library has the code of a failed connection only in its message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b/.exec(error.message)?.[0] ?? error.name;
}

const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (dollars: string): number => Math.round(Number(dollars) * 100);

const toCharge = ({ id, orderId, amount, creditCard }: Transaction): Charge => ({
  chargeId: id,
  orderId: Number(orderId),
  amount: centsOf(amount),
  cardLastFour: creditCard?.last4 ?? null,
});

/**
 * Braintree. Cards are entered in its own form in the browser, so Daybook sees only nonces.
 *
 * @param deps.onUnavailable called with the kind of error when there was no charge and no refusal of the card
 * @param deps.environment replaced only in tests
 */
export function createBraintreePayments(
  keys: BraintreeKeys,
  deps: { onUnavailable: (code: string) => void; environment?: Environment },
): Payments {
  let openingGateway: Promise<BraintreeGateway> | undefined;

  /** Loads the library when the first card is charged. */
  async function connect(): Promise<BraintreeGateway> {
    const { default: braintree } = await import("braintree");
    const { merchantId, publicKey, privateKey } = keys;
    const { Production, Sandbox } = braintree.Environment;
    const environment = deps.environment ?? (keys.environment === "production" ? Production : Sandbox);
    return new braintree.BraintreeGateway({ environment, merchantId, publicKey, privateKey });
  }
  const gateway = (): Promise<BraintreeGateway> => (openingGateway ??= connect());

  /** The sales that match and were not refused. */
  async function* searchSales(matches: TransactionSearchFn): AsyncGenerator<Transaction> {
    const { transaction: transactions } = await gateway();
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
      paymentMethodNonce: request.nonce,
      options: { submitForSettlement: true },
    });
    if (response.success) return { kind: "charged", charge: toCharge(response.transaction) };
    const { transaction, errors } = response;
    // A refused card has a transaction. Otherwise the request was not valid, for example because the nonce was used before.
    const refusal = transaction?.gatewayRejectionReason || transaction?.processorResponseCode;
    return { kind: "declined", code: refusal || (errors?.deepErrors()[0]?.code ?? "unknown") };
  }

  return {
    provider: "braintree",
    isTest: keys.environment === "sandbox",
    async charge(request) {
      const opened = await gateway().catch((error: unknown) => deps.onUnavailable(codeOf(error)));
      if (!opened) return { kind: "unavailable" };
      try {
        return await charge(opened, request);
      } catch (error) {
        const code = codeOf(error);
        deps.onUnavailable(code);
        return { kind: refusedErrors.has(code) ? "unavailable" : "unknown" };
      }
    },

    async findCharge(orderId) {
      for await (const transaction of searchSales((fields) => fields.orderId().is(String(orderId)))) {
        // It may still be refused.
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
