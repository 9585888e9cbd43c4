import type {
  BraintreeGateway,
  CreditCard,
  CreditCardCreateRequest,
  Customer,
  PaymentMethod,
  PayPalAccount,
  ValidatedResponse,
} from "braintree";
import { codeOf } from "./braintree-gateway.ts";
import type { MethodDetails, StoreOutcome } from "./payments.ts";

/** Lets the bank check a card before Braintree stores it. The library's type also requires a customer id, but the customer is new. */
const checkedCard = { options: { verifyCard: true } } as CreditCardCreateRequest;

const isPayPal = (method: PaymentMethod): method is PayPalAccount =>
  "billingAgreementId" in method || "payerId" in method;
const isCard = (method: PaymentMethod): method is CreditCard => "last4" in method && "cardType" in method;

/** What is shown of a stored payment method; `null` for kinds that the product does not offer. */
function readDetails({ paymentMethods }: Customer): MethodDetails | null {
  const method = paymentMethods?.[0];
  if (!method) return null;
  if (isPayPal(method)) return { type: "paypal", email: method.email };
  if (!isCard(method)) return null;
  const { cardType, last4, expirationYear = "", expirationMonth = "" } = method;
  return { type: "card", brand: cardType, lastFour: last4, expires: `${expirationYear}-${expirationMonth}` };
}

/** A response with the reason why Braintree or the bank refused the card. The library's types leave it out. */
type WithVerification = {
  readonly verification?: {
    readonly gatewayRejectionReason?: string;
    readonly processorResponseCode?: string;
  };
};

function refusalOf(response: ValidatedResponse<Customer>): string {
  const { verification } = response as WithVerification;
  const refusal = verification?.gatewayRejectionReason || verification?.processorResponseCode;
  return refusal || (response.errors?.deepErrors()[0]?.code ?? "unknown");
}

async function findCustomer(gateway: BraintreeGateway, id: string): Promise<Customer | null> {
  try {
    return await gateway.customer.find(id);
  } catch (error) {
    if (codeOf(error) === "notFoundError") return null;
    throw error;
  }
}

/**
 * Stores a payment method at Braintree, in what Braintree calls its vault. Each payment method gets a customer of its own, and the token is
 * the customer's id. So one call stores the method, and the same id charges or removes a method of any kind. Removing the customer leaves
 * nothing behind.
 */
export async function storeAtBraintree(
  gateway: BraintreeGateway,
  { token, nonce }: { readonly token: string; readonly nonce: string },
): Promise<StoreOutcome> {
  const response = await gateway.customer.create({
    id: token,
    paymentMethodNonce: nonce,
    creditCard: checkedCard,
  });
  // An earlier call whose answer was lost may have stored the method. Then this call fails, because the id and the nonce are used up.
  const customer = response.success ? response.customer : await findCustomer(gateway, token);
  if (!customer) return { kind: "declined", code: refusalOf(response) };
  const details = readDetails(customer);
  if (details) return { kind: "stored", details };
  await removeAtBraintree(gateway, token);
  return { kind: "declined", code: "unsupported_method" };
}

/** Removes a stored payment method together with its customer. */
export async function removeAtBraintree(gateway: BraintreeGateway, token: string): Promise<void> {
  try {
    await gateway.customer.delete(token);
  } catch (error) {
    if (codeOf(error) !== "notFoundError") throw error;
  }
}
