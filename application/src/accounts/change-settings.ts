import type { AccountCommand, Account } from "@daybook/domain/account/account";
import type { SettingsChanges } from "@daybook/domain/account/events";
import type { JournalOrder, OnboardingStep } from "@daybook/domain/contract/settings-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { findPaymentSource } from "../payment-methods/view-method.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, loadAccount } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";

/** Changes the actor's account and returns its new state. `step` names the change within the command. */
async function changeOwnAccount(
  app: Application,
  { actor, command }: Context,
  step: string,
  change: AccountCommand,
): Promise<Account | Refusal> {
  const accountChange = await changeAccount(app, actor.userId, command, step, change);
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  return loadAccount(app, actor.userId);
}

/** Changes settings of the actor. */
export const changeSettings = (
  app: Application,
  context: Context,
  changes: SettingsChanges,
): Promise<Account | Refusal> =>
  changeOwnAccount(app, context, "settings", {
    type: "ChangeSettings",
    data: { changes, at: context.command.at },
  });

/** Changes the order of the actor's journals: to a rule, or to the given order of journal ids. */
export const changeJournalOrder = (
  app: Application,
  context: Context,
  order: JournalOrder | readonly number[],
): Promise<Account | Refusal> =>
  changeSettings(
    app,
    context,
    typeof order === "string"
      ? { journalOrder: order }
      : { journalOrder: "custom", customOrder: [...new Set(order)] },
  );

/** Turns the automatic renewal of the actor's membership on or off. It can be turned on only with a stored payment method. */
export async function changeAutoRenew(
  app: Application,
  context: Context,
  autoRenew: boolean,
): Promise<Account | Refusal> {
  const hasPaymentMethod = (await findPaymentSource(app, context.actor.userId, null)) !== null;
  return changeOwnAccount(app, context, "auto renew", {
    type: "ChangeAutoRenew",
    data: { autoRenew, at: context.command.at },
    hasPaymentMethod,
  });
}

/** Moves the actor's onboarding to a step; `null` ends it. */
export async function moveOnboarding(
  app: Application,
  { actor, command }: Context,
  step: OnboardingStep | null,
): Promise<Refusal | null> {
  const accountChange = await changeAccount(app, actor.userId, command, "onboarding", {
    type: "MoveOnboarding",
    data: { step, at: command.at },
  });
  return isRejection(accountChange) ? accountChange : null;
}

/** Stops marketing mails to an address. The reply does not reveal whether the address has an account. */
export async function stopMarketingMails(
  app: Application,
  { command, caller }: Context<null>,
  email: string,
): Promise<Refusal | null> {
  const limitRefusal = await limitTries(app, limits.unsubscribeFromIp, caller.ip);
  if (limitRefusal) return limitRefusal;
  const credentials = await app.credentials.findByEmailHash(hashEmail(app, email));
  if (!credentials) return null;
  const accountChange = await changeAccount(app, credentials.userId, command, "unsubscribe", {
    type: "ChangeSettings",
    data: { changes: { receiveMarketingEmails: false }, at: command.at },
  });
  if (!isRejection(accountChange)) await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}
