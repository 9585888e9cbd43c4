import { createContext } from "react";
import type { ClientConfig } from "../../stores/client-config.store.ts";

/** Who charges cards, as the server has configured it. */
export type PaymentProvider = ClientConfig["payment"];

/** The payment provider for the card fields in a part of the page. The default is the test mode. */
export const PaymentProviderContext = createContext<PaymentProvider>({
  kind: "sandbox",
  test_mode: true,
  client_token: null,
});

/** True when cards can be entered: always with the kind `sandbox`, with Braintree only when its tokenization key is configured. */
export const canEnterCards = ({ kind, client_token: token }: PaymentProvider): boolean =>
  kind === "sandbox" || token !== null;

/** What a form can ask the card fields. The fields show their own errors. */
export type CardEntryHandle = {
  /** the nonce that stands for the card; `null` while the fields load or show an error */
  readNonce: () => Promise<string | null>;
};
