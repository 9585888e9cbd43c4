import type { BraintreeGateway, Transaction, TransactionStatus, ValidatedResponse } from "braintree";
import type { RefundOutcome } from "./payments.ts";

/** Before a charge settles, it is cancelled instead of paid back. */
const cancellableStates: ReadonlySet<TransactionStatus> = new Set(["authorized", "submitted_for_settlement"]);
const refundableStates: ReadonlySet<TransactionStatus> = new Set(["settled", "settling"]);

/** True when the charge is cancelled or paid back. Daybook pays back only whole charges. */
const isRefunded = ({ status, refundIds }: Transaction): boolean =>
  status === "voided" || (refundIds?.length ?? 0) > 0;

/**
 * Codes of refusals after which a later try can succeed: the charge was just settled, cancelled or paid back, or the merchant account
 * is suspended.
 */
const retryableCodes: ReadonlySet<string> = new Set(["91504", "91506", "91512", "91538"]);

function outcomeOf(response: ValidatedResponse<Transaction>): RefundOutcome {
  if (response.success) return { kind: "refunded" };
  const code = response.errors?.deepErrors()[0]?.code ?? response.transaction?.processorResponseCode;
  return retryableCodes.has(code ?? "")
    ? { kind: "unavailable" }
    : { kind: "declined", code: code ?? "unknown" };
}

/** Cancels a charge before it settles, or pays the whole charge back afterwards. Braintree pays nothing back twice. */
export async function refundAtBraintree(
  { transaction: transactions }: BraintreeGateway,
  chargeId: string,
): Promise<RefundOutcome> {
  const charge = await transactions.find(chargeId);
  if (isRefunded(charge)) return { kind: "refunded" };
  if (cancellableStates.has(charge.status)) return outcomeOf(await transactions.void(chargeId));
  if (refundableStates.has(charge.status)) return outcomeOf(await transactions.refund(chargeId));
  // The settlement is pending, or the charge failed.
  return { kind: "unavailable" };
}

/** Whether a charge was paid back or cancelled. */
export const isRefundedAtBraintree = async (
  { transaction: transactions }: BraintreeGateway,
  chargeId: string,
): Promise<boolean> => isRefunded(await transactions.find(chargeId));
