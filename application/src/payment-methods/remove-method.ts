import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { loadAccount } from "../accounts/change-account.ts";
import { changeAutoRenew } from "../accounts/change-settings.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";

/** A call to the provider takes at most a minute. Longer ago, the process that stored a method has died. */
const longestStoringMs = 15 * 60_000;

/**
 * Asks the provider to remove the methods that were taken away from their accounts. What it does not remove now, the next run
 * tries again.
 *
 * @param accountId `null`: of all accounts
 */
export async function removeTakenMethods(app: Application, accountId: number | null): Promise<void> {
  for (const { id, token } of await app.paymentMethods.findRemoving(accountId)) {
    try {
      await app.payments.removeMethod(token);
      await app.paymentMethods.forget(id);
    } catch (err) {
      app.logger.warn({ err, methodId: id }, "the payment provider did not remove a payment method");
    }
  }
}

/** Removes what crashes and a silent provider left behind. */
export async function finishMethodRemovals(app: Application): Promise<void> {
  await app.paymentMethods.giveUpBegunBefore(new Date(app.clock.now() - longestStoringMs));
  await removeTakenMethods(app, null);
}

/** Removes the payment methods of an account that is erased. */
export async function forgetMethodsOf(app: Application, accountId: number): Promise<void> {
  await app.paymentMethods.markAllRemoving(accountId);
  app.inBackground("removing payment methods", () => removeTakenMethods(app, accountId));
}

/**
 * Removes a payment method of the caller. Their plan then no longer renews by itself. It is gone here at once, and at the provider
 * as soon as that answers.
 */
export async function removePaymentMethod(
  app: Application,
  context: Context,
  id: number,
): Promise<Refusal | null> {
  const { userId } = context.actor;
  const row = await app.paymentMethods.find(id);
  // An earlier run of this command has removed it.
  if (!row && context.command.repeated) return null;
  const isOwn = row?.accountId === userId && row.status !== "storing";
  if (!isOwn) return reject("not_found", "There is no such payment method.");
  const { membership } = await loadAccount(app, userId);
  if (row.status === "stored" && membership?.autoRenew === true) {
    const changed = await changeAutoRenew(app, context, false);
    if (isRejection(changed)) return changed;
  }
  await app.paymentMethods.markRemoving(id, userId);
  app.inBackground("removing payment methods", () => removeTakenMethods(app, userId));
  return null;
}
