import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { refusePromoCode } from "@daybook/domain/plans/promo-code";
import { nameFromEmail } from "@daybook/domain/account/name-from-email";
import { checkBotAndRemember } from "../access/bot-check.ts";
import { accountAndIpKey, limits, limitTries } from "../access/limits.ts";
import { loadAccount } from "../accounts/change-account.ts";
import { hashEmail } from "../accounts/hash-email.ts";
import { checkPassword } from "../accounts/log-in.ts";
import { startSession } from "../accounts/start-session.ts";
import { refuseCommonPassword } from "../accounts/own-password.ts";
import { wrongCredentials } from "../accounts/refusals.ts";
import { type SessionView, viewSession } from "../accounts/session-view.ts";
import { createAccount } from "../accounts/sign-up.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PaymentSubmission, payForPlan } from "./buy-plan.ts";
import { quotePlan } from "./quote-plan.ts";

/** A visitor who buys. The names and settings count only for a new account. */
export type BuyingVisitor = {
  readonly email: string;
  readonly password: string;
  readonly turnstile?: string | undefined;
  /** Empty when the form does not ask for it. */
  readonly firstName: string;
  readonly lastName: string;
  readonly receiveMarketingEmails: boolean;
  readonly timezone?: string | undefined;
  readonly dateFormat?: DateFormat | undefined;
  /** True for a person in a browser, who gets the onboarding; false for a program. */
  readonly isBrowser: boolean;
};

/** Creates the account of a visitor, unless the e-mail address has one. Checks first that the plan and the promo code are valid. */
async function createMissingAccount(
  app: Application,
  context: Context<null>,
  visitor: BuyingVisitor,
  submission: PaymentSubmission,
): Promise<Refusal | null> {
  const credential = await app.credentials.findByEmailHash(hashEmail(app, visitor.email));
  // An interrupted sign-up has credentials, but no account yet.
  if (credential && (await loadAccount(app, credential.userId)).status !== "none") return null;
  const codeRefusal =
    submission.promoCode === null ? null : await limitTries(app, limits.promoCodesFromIp, context.caller.ip);
  if (codeRefusal) return codeRefusal;
  const quotedPlan = await quotePlan(app, context, submission, "goPro");
  if (isRejection(quotedPlan)) return quotedPlan;
  if (quotedPlan.promotion?.kind === "renew") {
    return refusePromoCode(
      "This offer is for renewing a plan. There is no account with this e-mail address yet.",
    );
  }
  const refusal =
    (await limitTries(app, limits.signUpFromIp, context.caller.ip)) ??
    refuseCommonPassword(visitor.password, "user.plain_password");
  if (refusal) return refusal;
  const firstName = visitor.firstName || nameFromEmail(visitor.email);
  const createdAccount = await createAccount(app, context, { ...visitor, firstName });
  return isRejection(createdAccount) ? createdAccount : null;
}

/**
 * Buys a plan for a visitor: for the account whose password is given, or for a new one. Opens a session after the plan is paid. When
 * the card is declined, the new account stays, without a plan, so the next try needs the same password.
 */
export async function buyLoggedOut(
  app: Application,
  context: Context<null>,
  visitor: BuyingVisitor,
  submission: PaymentSubmission,
): Promise<SessionView | Refusal> {
  const { command: visitorCommand, caller } = context;
  const emailHash = hashEmail(app, visitor.email);
  const hasPassedBotCheck =
    visitorCommand.completed ||
    (visitorCommand.repeated && (await app.credentials.hasPassedBotCheck(emailHash)));
  const refusal = hasPassedBotCheck
    ? null
    : await checkBotAndRemember(app, emailHash, visitor.turnstile, caller.ip);
  if (refusal) return refusal;
  if (!visitorCommand.completed) {
    const creationRefusal = await createMissingAccount(app, context, visitor, submission);
    if (creationRefusal) return creationRefusal;
  }
  const credential = await checkPassword(app, emailHash, visitor.password);
  if (!credential) return wrongCredentials();
  await app.rateLimits.reset(limits.loginOfAccountFromIp, accountAndIpKey(emailHash, caller.ip));
  const { userId, passwordHash } = credential;
  const command = { ...visitorCommand, actor: String(userId) };
  const paymentRefusal = await payForPlan(app, { actor: { userId }, command }, "goPro", submission);
  if (paymentRefusal) return paymentRefusal;
  const session = await startSession(app, { ...context, command }, userId, { via: "password", passwordHash });
  return viewSession(app, session);
}
