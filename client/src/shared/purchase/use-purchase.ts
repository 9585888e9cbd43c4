import { purchasePackages, type PurchaseSource } from "@daybook/domain/contract/analytics-values";
import { product } from "@daybook/domain/contract/bounds";
import { useMachine } from "@xstate/react";
import { fromPromise } from "xstate";
import type { EventProperties } from "../analytics.ts";
import { type ApiFailure, noResponse } from "../api-client.ts";
import type { BotCheck } from "../bot-check.ts";
import { type Services, useServices } from "../services.ts";
import { refreshSession, replaceSession } from "../session/refresh-session.ts";
import { buyAsVisitor } from "./buy-as-visitor.ts";
import { openPurchaseStore } from "./open-purchase.ts";
import { priceForVisitor } from "./plan-choices.ts";
import { purchaseText } from "./purchase-text.ts";
import type { PaymentChoice, PlanChoice, Submission } from "./purchase-types.ts";
import { purchaseMachine } from "./purchase.machine.ts";

/** The properties of the analytics events of a purchase. */
function eventPropertiesOf({ choice, total }: Submission, source: PurchaseSource): EventProperties {
  const plan = purchasePackages.find((name) => name === choice.packageName);
  const { subscription } = choice;
  return { amount: total, currency: "USD", ...(plan && { plan }), subscription, source };
}

/** The price for a visitor. The plans are loaded again, because the server may have refused an earlier price. */
async function priceOfVisitor({ api, clock }: Services, choice: PlanChoice, signal: AbortSignal) {
  const result = await api.call("listPlans", {}, { signal });
  if (!result.ok) return result;
  const plans = result.data.plans.map(({ plan }) => plan);
  const price = priceForVisitor(plans, choice, clock.now());
  if (!price) throw new Error("There is no such plan any more.");
  return { ok: true as const, status: 200, data: price };
}

/** True for a renewal. A visitor always buys with `goProLoggedOut`; on the renewal page, this is a renewal. */
const isRenewal = ({ choice }: Submission, source: PurchaseSource): boolean =>
  choice.call === "manualRenew" || (choice.call === "goProLoggedOut" && source === "renew_page");

/** True when the server said why it refused. */
const hasReason = ({ body }: ApiFailure): boolean =>
  typeof (body as { error?: unknown } | null)?.error === "string";

/** The purchases that were sent, and may have been charged without an answer. */
const unanswered = new WeakSet<Submission>();

/** True for the purchase of a visitor, which is sent without a session. */
const isOfVisitor = ({ choice }: Submission): boolean => choice.call === "goProLoggedOut";

/**
 * True when the purchase may have been charged although this answer refuses it. A 401 may come after the charge, because the session has
 * ended. Only a 401 for the first request of a visitor shows that nothing was charged. A repeat may get a 429 although the first request
 * was charged. When the first request is refused because of a wrong clock or a used nonce of the signature, nothing was charged.
 */
function mayHaveBeenCharged(
  submission: Submission,
  { status, code }: { status: number; code: string },
): boolean {
  const isRepeat = unanswered.has(submission);
  if (!isRepeat && (code === "clock_skew" || code === "nonce_used")) return false;
  return (status === 401 && (isRepeat || !isOfVisitor(submission))) || (status === 429 && isRepeat);
}

/** The fields that say what to charge. */
function fieldsOf(payWith: PaymentChoice | null) {
  if (payWith === null) return {};
  return "nonce" in payWith
    ? { payment_method_nonce: payWith.nonce }
    : { payment_method_id: payWith.methodId };
}

/**
 * Sends a purchase. All its repeats have the same idempotency key, so it is charged once. After an answer, the purchase is
 * counted for analytics and no longer stored as open. If the account has a paid plan already, the session is refreshed to get that plan.
 * After a log-out of the user who pays, nothing is sent.
 *
 * @param signal aborts when the form is left. The call goes on. A paid or declined purchase stays stored, so that the next form says what
 * became of it.
 */
async function pay(
  { api, analytics, sessionActor }: Services,
  submission: Submission,
  source: PurchaseSource,
  botCheck: BotCheck | null,
  signal: AbortSignal,
) {
  const { choice, total, startsAt, promoCode, payWith, userId, key } = submission;
  const isVisitor = isOfVisitor(submission);
  const currentSession = () => sessionActor.getSnapshot().context.session;
  if (!isVisitor && currentSession()?.user.id !== userId)
    return { ...noResponse, message: purchaseText.failed };
  const properties = eventPropertiesOf(submission, source);
  const input = {
    ...(promoCode !== null && { params: { promoCode } }),
    body: {
      ...fieldsOf(payWith),
      subscription: choice.subscription,
      membership_package_name: choice.packageName,
      current_total: total,
      starts_at: startsAt,
      client: product.client,
    },
  };
  // No retries here: the machine repeats the purchase, so that the form can say what happens in the meantime.
  const result = isVisitor
    ? await buyAsVisitor(api, botCheck, submission, input)
    : await api.call(choice.call, input, { idempotencyKey: key, retries: 0 });
  const isAnswered =
    result.status > 0 && result.status < 500 && (result.ok || !mayHaveBeenCharged(submission, result));
  if (!isAnswered) unanswered.add(submission);
  const mustBeShownLater = signal.aborted && (result.ok || result.code === "declined");
  if (isAnswered && !mustBeShownLater) openPurchaseStore.forget(key);
  if (result.ok) {
    const currentToken = currentSession()?.access_token.token;
    // Normally the machine of the form opens the session. The form was left, so it is opened here.
    if (signal.aborted && result.data.access_token.token === currentToken)
      sessionActor.send({ type: "session.opened", session: result.data });
    analytics.track(isRenewal(submission, source) ? "Pro Renewal" : "Pro Payment Complete", properties);
    return { ok: true as const, session: result.data };
  }
  if (isAnswered) analytics.track("Pro Payment Error", properties);
  if (result.code === "already_paid" && !isVisitor) {
    // The account bought a plan elsewhere, for example in another browser. The new session has that plan.
    await refreshSession({ api, sessionActor });
  }
  const failure = isAnswered ? result : { ...result, status: 0 };
  return hasReason(result) ? failure : { ...failure, message: purchaseText.failed };
}

/**
 * The purchase machine with the calls of the API.
 *
 * @param onSent called when a purchase is sent
 * @param onPaid called after a purchase is paid
 * @param source where the purchase was begun
 * @param botCheck the bot check of a visitor's form
 */
export function usePurchase(
  { onSent, onPaid }: { onSent: () => void; onPaid: () => void },
  source: PurchaseSource,
  botCheck: BotCheck | null,
) {
  const services = useServices();
  return useMachine(
    purchaseMachine.provide({
      actors: {
        loadPrice: fromPromise(({ input, signal }) => {
          if (!input) throw new Error("A price needs a plan.");
          if (input.call === "goProLoggedOut") return priceOfVisitor(services, input, signal);
          const query = { package: input.packageName, subscription: String(input.subscription) };
          return services.api.call("getProRatedPrice", { query }, { signal });
        }),
        checkCode: fromPromise(({ input: { choice, code }, signal }) => {
          if (!choice || code === null) throw new Error("A check needs a plan and a code.");
          const body = {
            promo_code: code,
            subscription: choice.subscription,
            membership_package_name: choice.packageName,
          };
          return services.api.call("validatePromoCode", { body }, { signal });
        }),
        pay: fromPromise(({ input, signal }) => {
          if (!input) throw new Error("A purchase needs a plan and a price.");
          return pay(services, input, source, botCheck, signal);
        }),
      },
      actions: {
        "note purchase": ({ context: { submission } }) => {
          if (!submission) return;
          services.analytics.track("Pro Payment Submit", eventPropertiesOf(submission, source));
          const { userId, key } = submission;
          openPurchaseStore.note({ userId, startedAt: services.clock.now(), key });
          onSent();
        },
        "note missing answer": ({ context: { submission } }) => {
          if (submission)
            services.analytics.track("Pro Payment Error", eventPropertiesOf(submission, source));
          services.analytics.track("Fatal Response Error");
        },
        "open session": ({ context: { submission } }, { session }) => {
          if (submission && isOfVisitor(submission))
            services.sessionActor.send({ type: "session.opened", session });
          else replaceSession(services, session);
          onPaid();
        },
      },
    }),
  );
}
