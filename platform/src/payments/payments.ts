/** The companies that can charge a card: none for the test mode, or Braintree. */
export const paymentProviders = ["sandbox", "braintree"] as const;
/** See {@link paymentProviders}. */
export type PaymentProvider = (typeof paymentProviders)[number];

/** What to charge. */
export type ChargeRequest = {
  /** The provider stores it with the charge, so that the charge is found by it. */
  readonly orderId: number;
  /** In US cents, more than 0. */
  readonly amount: number;
  /** Stands for a card or a PayPal account. It works once. */
  readonly nonce: string;
};

/** A charge that the provider has accepted. */
export type Charge = {
  readonly chargeId: string;
  readonly orderId: number;
  /** In US cents. */
  readonly amount: number;
  /** The last four digits of the card; `null` for PayPal. */
  readonly cardLastFour: string | null;
};

/**
 * The result of charging:
 * - `declined`: nothing was charged. `code` is a response code of Braintree or one of our own, never text.
 * - `unavailable`: nothing was charged, and nothing is wrong with the card.
 * - `unknown`: there was no answer. Only `findCharge` can say whether the card was charged.
 */
export type ChargeOutcome =
  | { readonly kind: "charged"; readonly charge: Charge }
  | { readonly kind: "declined"; readonly code: string }
  | { readonly kind: "unavailable" }
  | { readonly kind: "unknown" };

/** Charges cards. */
export type Payments = {
  readonly provider: PaymentProvider;
  /** True when nobody is really charged. People are told so. */
  readonly isTest: boolean;
  /** Charges once. Never rejects. The caller must store the order before, and must not charge one order twice. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** The accepted charge of an order; `null` when there is none. Rejects when the provider does not answer. */
  findCharge(orderId: number): Promise<Charge | null>;
  /** The accepted charges of orders of Daybook since a time. Rejects when the provider does not answer. */
  listCharges(since: Date): AsyncIterable<Charge>;
};
