import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import type { Refund } from "@daybook/platform/payments/refunds";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";

/** How long the job waits before it asks the provider again. A charge can be paid back only after it has settled, some hours later. */
const askAgainAfterMs = 10 * 60_000;

/** Records a refund that the provider has made, and mails the person. A repeat adds no event and no mail. */
async function finishRefund(
  app: Application,
  { orderId, accountId, amount, context }: Refund,
): Promise<void> {
  const command = childCommand({ ...context, repeated: true }, `refund ${orderId}`);
  const at = new Date(app.clock.now()).toISOString();
  const result = await app.commands.execute({
    decider: membershipDecider,
    stream: streamOf.membership(accountId),
    commands: [{ type: "RecordRefund", data: { accountId, orderId, amount, currency: "USD", at } }],
    context: command,
  });
  if (isRejection(result)) throw new Error(result.message);
  await app.mail(
    {
      id: app.newId(),
      userId: accountId,
      template: "refunded",
      params: { orderId },
      dedupeKey: `refunded ${orderId}`,
    },
    command,
  );
  await app.refunds.markFinished(orderId);
}

/** Asks the provider to pay an order back. Finishes the refund when the provider has paid. A refund that stays open is left to the job. */
async function settleRefund(app: Application, refund: Refund): Promise<void> {
  const { orderId, chargeId, status, provider } = refund;
  if (status === "finished" || status === "failed") return;
  if (status === "paid") return finishRefund(app, refund);
  await app.refunds.noteAsked(orderId);
  // Another provider charged the order, such as the test mode. The refund stays open, and `npm run billing -- reconcile` reports it.
  if (provider !== app.payments.provider) return;
  const outcome = await app.payments.refund({ chargeId });
  if (outcome.kind === "refunded") {
    await app.refunds.markPaid(orderId);
    await finishRefund(app, refund);
  } else if (outcome.kind === "declined") {
    app.logger.error({ code: outcome.code }, "the payment provider refused to pay an order back");
    await app.refunds.markFailed(orderId, outcome.code);
  }
}

async function settleEach(app: Application, refunds: readonly Refund[], signal?: AbortSignal): Promise<void> {
  for (const refund of refunds) {
    if (signal?.aborted) return;
    await settleRefund(app, refund).catch((err: unknown) => {
      app.logger.warn({ err }, "an open refund is left for the next run");
    });
  }
}

/** Stores the refunds of orders that a downgrade pays back, and settles each. A repeat continues the refunds that are stored already. */
export async function refundOrders(
  app: Application,
  accountId: number,
  orderIds: readonly number[],
  context: Refund["context"],
): Promise<void> {
  if (orderIds.length === 0) return;
  await app.refunds.begin(accountId, orderIds, context);
  await settleEach(app, await app.refunds.findOf(orderIds));
}

/** Continues the refunds that were left open. A refund that fails does not hold up the others. */
export async function settleOpenRefunds(app: Application, signal: AbortSignal): Promise<void> {
  const askedBefore = new Date(app.clock.now() - askAgainAfterMs);
  await settleEach(app, await app.refunds.findOpen(askedBefore), signal);
}
