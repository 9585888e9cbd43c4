import type { BraintreeGateway, Environment } from "braintree";

/** The keys of a merchant at Braintree, and which of its two environments they belong to. */
export type BraintreeKeys = {
  readonly environment: "sandbox" | "production";
  readonly merchantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** The public key with which a browser turns a card into a nonce. Without this key, nobody can enter a card. */
  readonly tokenizationKey: string | null;
};

/** Loads Braintree's library, and creates a gateway with the keys. `testEnvironment` replaces Braintree's servers. */
export async function connectBraintree(
  keys: BraintreeKeys,
  testEnvironment?: Environment,
): Promise<BraintreeGateway> {
  const { default: braintree } = await import("braintree");
  const { merchantId, publicKey, privateKey } = keys;
  const { Production, Sandbox } = braintree.Environment;
  const environment = testEnvironment ?? (keys.environment === "production" ? Production : Sandbox);
  return new braintree.BraintreeGateway({ environment, merchantId, publicKey, privateKey });
}

/** After these codes, nothing was charged or stored: Braintree refused the request itself, or there was no connection to it. */
const codesWithoutEffect: ReadonlySet<string> = new Set([
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

/** The code or the name of an error. When a connection failed, the library puts the code only into the message of the error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b/.exec(error.message)?.[0] ?? error.name;
}

/** What an error means: `unavailable` when nothing was charged or stored, `unknown` when this is not certain. */
export const outcomeOfError = (code: string): { readonly kind: "unavailable" | "unknown" } => ({
  kind: codesWithoutEffect.has(code) ? "unavailable" : "unknown",
});
