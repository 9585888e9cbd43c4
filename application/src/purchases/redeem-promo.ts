import { isRejection } from "@daybook/domain/kernel/rejection";
import { parsePromoCode, refusePromoCode, unknownPromoCode } from "@daybook/domain/plans/promo-code";
import { tierPlans } from "@daybook/domain/plans/plan-table";
import { planKey, priceAsked } from "@daybook/domain/plans/promotion";
import { checkBotAndRemember } from "../access/bot-check.ts";
import { limits, limitTries } from "../access/limits.ts";
import { hashEmail } from "../accounts/hash-email.ts";
import { checkCredentials } from "../accounts/log-in.ts";
import { startSession } from "../accounts/start-session.ts";
import { wrongCredentials } from "../accounts/refusals.ts";
import { type SessionView, viewSession } from "../accounts/session-view.ts";
import { createAccount, type SignUpForm } from "../accounts/sign-up.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PaymentSubmission, payForPlan } from "./buy-plan.ts";
import { quotePlan } from "./quote-plan.ts";

/** A code, and the account that gets the membership: an existing account, or a new one with the data of the sign-up form. */
export type Redemption = {
  readonly code: string;
  readonly email: string;
  readonly password: string;
  /** `null` to add the membership to an existing account. */
  readonly signUp: (SignUpForm & { readonly turnstile?: string | undefined }) | null;
};

/** The purchase of the one plan that a code makes free. A code that does not make exactly one plan free is refused. */
async function submissionOf(app: Application, code: string): Promise<PaymentSubmission | Refusal> {
  const promoCode = parsePromoCode(code);
  const promotion = promoCode === null ? null : await app.promotions.findByCode(promoCode);
  if (!promotion) return unknownPromoCode();
  const [freePlan, ...otherFreePlans] = tierPlans.filter(
    (plan) => promotion.planKeys?.includes(planKey(plan)) && priceAsked(plan, promotion) === 0,
  );
  if (!freePlan || otherFreePlans.length > 0) {
    return refusePromoCode("This promo code reduces a price. Enter it when you buy a plan.");
  }
  const { offer, plan } = freePlan;
  const planName = { packageName: offer.packageName, subscription: plan.subscription };
  return { ...planName, payWith: { nonce: "" }, promoCode: code, shownAmount: 0 };
}

/** Creates the account of a new person. When the address is not known yet, checks first that the code is valid. */
async function createNewAccount(
  app: Application,
  context: Context<null>,
  form: NonNullable<Redemption["signUp"]>,
  submission: PaymentSubmission,
): Promise<Refusal | null> {
  const { command, caller } = context;
  const emailHash = hashEmail(app, form.email);
  if (!(await app.credentials.findByEmailHash(emailHash))) {
    const quotedPlan = await quotePlan(app, { actor: null, command }, submission, null);
    if (isRejection(quotedPlan)) return quotedPlan;
  }
  const hasPassedBotCheck = await app.credentials.hasPassedBotCheck(emailHash);
  const refusal = hasPassedBotCheck
    ? null
    : await checkBotAndRemember(app, emailHash, form.turnstile, caller.ip);
  if (refusal) return refusal;
  const createdAccount = await createAccount(app, context, form);
  return isRejection(createdAccount) ? createdAccount : null;
}

/**
 * Redeems a code that makes one plan free, for an existing account or for a new one. Stores an order with the amount 0, because the uses
 * of every code are counted from the orders. Opens a session.
 */
export async function redeemPromo(
  app: Application,
  context: Context<null>,
  { code, email, password, signUp }: Redemption,
): Promise<SessionView | Refusal> {
  const { command: visitorCommand, caller } = context;
  const limitRefusal = await limitTries(app, limits.promoCodesFromIp, caller.ip);
  if (limitRefusal) return limitRefusal;
  const submission = await submissionOf(app, code);
  if (isRejection(submission)) return submission;
  if (signUp && !visitorCommand.completed) {
    const creationRefusal = await createNewAccount(app, context, signUp, submission);
    if (creationRefusal) return creationRefusal;
  }
  const credential = await checkCredentials(app, caller, { email, password });
  if (!credential) return wrongCredentials();
  const { userId, passwordHash } = credential;
  const command = { ...visitorCommand, actor: String(userId) };
  const paymentRefusal = await payForPlan(app, { actor: { userId }, command }, null, submission);
  if (paymentRefusal) return paymentRefusal;
  const session = await startSession(app, { ...context, command }, userId, { via: "password", passwordHash });
  return viewSession(app, session);
}
