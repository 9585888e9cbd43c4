/** Who charges cards: `braintree`, or `sandbox`. The sandbox is our test mode: nobody really pays. */
export const paymentProviders = ["sandbox", "braintree"] as const;
/** See {@link paymentProviders}. */
export type PaymentProvider = (typeof paymentProviders)[number];

/** How somebody pays: a nonce names a card or a PayPal account and works once, a token names a stored payment method. */
export type PaymentSource = { readonly nonce: string } | { readonly token: string };

/** What to charge. */
export type ChargeRequest = {
  /** The provider stores it with the charge, for `findCharge`. */
  readonly orderId: number;
  /** In US cents, more than 0. */
  readonly amount: number;
  readonly source: PaymentSource;
  /** True when the person takes no part in the charge, such as an automatic renewal. The provider needs this for the bank. */
  readonly isAutomatic?: boolean;
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

/**
 * The result of paying back:
 * - `declined`: the provider will not pay this charge back.
 * - `unavailable`: nothing was paid back, for example because the settlement of the charge is pending. Ask again later.
 * - `unknown`: there was no answer. Asking again is safe.
 */
export type RefundOutcome = { readonly kind: "refunded" } | Exclude<ChargeOutcome, { kind: "charged" }>;

/** What is shown of a stored payment method. */
export type MethodDetails =
  | {
      readonly type: "card";
      /** Such as "Visa". */
      readonly brand: string;
      readonly lastFour: string;
      /** The last month in which it can be charged, such as "2028-09". */
      readonly expires: string;
    }
  | { readonly type: "paypal"; readonly email: string };

/** The result of storing a payment method, as in {@link ChargeOutcome}. After `unknown`, the same token can be tried again. */
export type StoreOutcome =
  | { readonly kind: "stored"; readonly details: MethodDetails }
  | Exclude<ChargeOutcome, { kind: "charged" }>;

/** Charges cards and PayPal accounts, pays charges back, and stores payment methods. */
export type Payments = {
  readonly provider: PaymentProvider;
  /** True when nobody is really charged. People are told so. */
  readonly isTest: boolean;
  /** Braintree's public key for the card fields in the browser; `null` in the test mode, or when it is not configured. */
  readonly tokenizationKey: string | null;
  /** Never rejects. The caller must store the order before, and must not charge one order twice. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** The accepted charge of an order; `null` when no charge was accepted. Rejects when the provider does not answer or has not decided yet. */
  findCharge(orderId: number): Promise<Charge | null>;
  /** The accepted charges of orders of Daybook since a time. Rejects when the provider does not answer. */
  listCharges(since: Date): AsyncIterable<Charge>;
  /** Pays a whole charge back. Never rejects. For a charge that was paid back before, the result is `refunded` and nothing is paid back twice. */
  refund(request: { readonly chargeId: string }): Promise<RefundOutcome>;
  /** Whether a charge was paid back. Rejects when the provider does not answer. */
  isRefunded(chargeId: string): Promise<boolean>;
  /**
   * Stores a payment method after the provider has checked it. Never rejects. A repeat with the same token returns the stored payment
   * method, although a nonce works only once.
   *
   * @param request.token chosen by the caller: hard to guess, and not used for another payment method
   */
  storeMethod(request: { readonly token: string; readonly nonce: string }): Promise<StoreOutcome>;
  /** Removes a stored payment method, or does nothing when there is none. Rejects when the provider does not answer. */
  removeMethod(token: string): Promise<void>;
};
