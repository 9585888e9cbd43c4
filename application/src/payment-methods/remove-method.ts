import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { loadAccount } from "../accounts/change-account.ts";
import { changeAutoRenew } from "../accounts/change-settings.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";

/** A method that is still being stored after this time belongs to a process that has died: calls to the provider take at most a minute. */
const longestStoringMs = 15 * 60_000;

/** A process that began to store a method before this time, and has not finished, has died. */
const abandonedBefore = (app: Application): Date => new Date(app.clock.now() - longestStoringMs);

/**
 * Asks the provider to remove the methods that are marked for removal, except those that it may still be storing.
 * {@link finishMethodRemovals} repeats this later.
 *
 * @param accountId whose methods to remove; `null` for all accounts
 */
export async function removeMarkedMethods(app: Application, accountId: number | null): Promise<void> {
  for (const { id, token } of await app.paymentMethods.findRemoving(accountId, abandonedBefore(app))) {
    try {
      await app.payments.removeMethod(token);
      await app.paymentMethods.forget(id);
    } catch (err) {
      app.logger.warn({ err, methodId: id }, "the payment provider did not remove a payment method");
    }
  }
}

/** After a crash or a missing answer of the provider: finishes removals, and gives up methods whose storing took too long. */
export async function finishMethodRemovals(app: Application): Promise<void> {
  await app.paymentMethods.giveUpBegunBefore(abandonedBefore(app));
  await removeMarkedMethods(app, null);
}

/** Removes the payment methods of an account that is erased. */
export async function forgetMethodsOf(app: Application, accountId: number): Promise<void> {
  await app.paymentMethods.markAllRemoving(accountId);
  app.inBackground("removing payment methods", () => removeMarkedMethods(app, accountId));
}

/**
 * Removes a payment method of the actor. If the account pays with it, automatic renewal is turned off. The account loses the
 * method immediately; the provider removes it in the background.
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
  const isRemovable = row?.accountId === userId && row.status !== "storing";
  if (!isRemovable) return reject("not_found", "There is no such payment method.");
  const { membership } = await loadAccount(app, userId);
  if (row.status === "stored" && membership?.autoRenew === true) {
    const result = await changeAutoRenew(app, context, false);
    if (isRejection(result)) return result;
  }
  await app.paymentMethods.markRemoving(id, userId);
  app.inBackground("removing payment methods", () => removeMarkedMethods(app, userId));
  return null;
}
