import { create as createClient } from "braintree-web/client";
import { create as createFields, type HostedFields } from "braintree-web/hosted-fields";

/** The fields of a card. Braintree shows each of them in a frame of its own. */
export const hostedFieldNames = ["number", "expirationDate", "cvv"] as const;
/** See {@link hostedFieldNames}. */
export type HostedFieldName = (typeof hostedFieldNames)[number];

/** What the library says about a failure. */
type HostedFieldsError = { readonly code?: string; readonly details?: { invalidFieldKeys?: unknown } };

/** The nonce of a card, or what is wrong: some fields (`invalid`), the connection (`offline`), or anything else (`refused`). */
export type TokenizeResult =
  | { readonly kind: "nonce"; readonly nonce: string }
  | { readonly kind: "invalid"; readonly fields: readonly HostedFieldName[] }
  | { readonly kind: "offline" }
  | { readonly kind: "refused" };

function resultOf(error: HostedFieldsError): TokenizeResult {
  switch (error.code) {
    case "HOSTED_FIELDS_FIELDS_EMPTY":
      return { kind: "invalid", fields: hostedFieldNames };
    case "HOSTED_FIELDS_FIELDS_INVALID": {
      const keys = error.details?.invalidFieldKeys;
      return {
        kind: "invalid",
        fields: hostedFieldNames.filter((name) => Array.isArray(keys) && keys.includes(name)),
      };
    }
    case "HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR":
      return { kind: "offline" };
    default:
      return { kind: "refused" };
  }
}

/** The card fields while they are on the page. */
export type CardFields = {
  /** Exchanges what was typed for a nonce. Never rejects. */
  readonly tokenize: () => Promise<TokenizeResult>;
  readonly focus: (field: HostedFieldName) => void;
  readonly close: () => void;
};

/**
 * Puts Braintree's frames into elements of our page. Rejects when they do not load.
 *
 * @param style of the text in the frames, which our style sheets do not reach
 */
export async function openHostedFields(
  tokenizationKey: string,
  hosts: Readonly<Record<HostedFieldName, HTMLElement>>,
  style: Readonly<Record<string, string>>,
): Promise<CardFields> {
  const client = await createClient({ authorization: tokenizationKey });
  const fields: HostedFields = await createFields({
    client,
    styles: { input: style },
    fields: {
      number: { container: hosts.number },
      expirationDate: { container: hosts.expirationDate },
      cvv: { container: hosts.cvv },
    },
  });
  return {
    async tokenize() {
      try {
        return { kind: "nonce", nonce: (await fields.tokenize()).nonce };
      } catch (error) {
        return resultOf(error as HostedFieldsError);
      }
    },
    focus: (field) => void fields.focus(field),
    // It rejects when the frames are gone already.
    close: () => void fields.teardown().catch(() => {}),
  };
}
