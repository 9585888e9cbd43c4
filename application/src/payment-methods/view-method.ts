import { streamOf } from "@daybook/domain/kernel/ids";
import { type MethodRow, parseDetails } from "@daybook/platform/payments/payment-methods";
import type { MethodDetails, PaymentSource } from "@daybook/platform/payments/payments";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open, seal } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";

/** A stored payment method, as its account sees it. The token is left out. */
export type MethodView = { readonly id: number; readonly details: MethodDetails };

/** Seals the details of a payment method, which are shown to its account. */
export const sealDetails = (key: DataKey, accountId: number, details: MethodDetails) =>
  seal(key, streamOf.account(accountId), "payment.details", JSON.stringify(details));

/** Decrypts the row of a payment method; `null` when its status is not `stored`, or when its account does not exist. */
export async function viewMethod(
  app: Pick<Application, "vault">,
  { id, accountId, details }: MethodRow,
): Promise<MethodView | null> {
  const stream = streamOf.account(accountId);
  const key = details && (await app.vault.openKey(stream));
  if (!details || !key) return null;
  return { id, details: parseDetails(open(key, stream, "payment.details", details)) };
}

/** The stored payment methods of the actor: one or none. */
export async function listPaymentMethods(app: Application, { actor }: Context): Promise<MethodView[]> {
  const row = await app.paymentMethods.findStoredOf(actor.userId);
  const view = row && (await viewMethod(app, row));
  return view ? [view] : [];
}

/**
 * Finds the stored payment method to charge. `null` when the account has no stored method, or when the stored one is not the chosen one.
 *
 * @param methodId the method that the person has chosen; `null` for an automatic renewal, which charges whichever is stored
 */
export async function findPaymentSource(
  app: Pick<Application, "paymentMethods">,
  accountId: number,
  methodId: number | null,
): Promise<PaymentSource | null> {
  const row = await app.paymentMethods.findStoredOf(accountId);
  return row && (methodId === null || row.id === methodId) ? { token: row.token } : null;
}
