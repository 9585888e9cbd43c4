import { createContext } from "react";
import type { ClientConfig } from "../../stores/client-config.store.ts";

/** Who charges cards, as the server has configured it. */
export type PaymentProvider = ClientConfig["payment"];

/** The provider for the card fields of a form. Outside of a provider it is the test mode. */
export const PaymentProviderContext = createContext<PaymentProvider>({
  kind: "sandbox",
  test_mode: true,
  client_token: null,
});

/** True when cards can be entered: with Braintree, only with its public key. */
export const canEnterCards = ({ kind, client_token: token }: PaymentProvider): boolean =>
  kind === "sandbox" || token !== null;

/** Fields for a card. They show what is wrong with it themselves. */
export type CardEntryHandle = {
  /** the nonce that stands for the card; `null` when the fields have an error */
  readNonce: () => Promise<string | null>;
};
