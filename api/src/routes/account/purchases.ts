import type { PaymentSubmission as SentSubmission } from "@daybook/domain/contract/purchases";
import { product } from "@daybook/domain/contract/bounds";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import type { Refusal } from "@daybook/application/context";
import { limitLogIn, limitSignUp } from "@daybook/application/accounts/limit-visitors";
import { buyLoggedOut } from "@daybook/application/purchases/buy-logged-out";
import { removePaymentMethod } from "@daybook/application/payment-methods/remove-method";
import { storePaymentMethod } from "@daybook/application/payment-methods/store-method";
import { listPaymentMethods } from "@daybook/application/payment-methods/view-method";
import { buyPlan, type PaymentSubmission } from "@daybook/application/purchases/buy-plan";
import { readSentPurchase } from "@daybook/application/purchases/read-sent-purchase";
import { redeemPromo } from "@daybook/application/purchases/redeem-promo";
import { quotePlan } from "@daybook/application/purchases/quote-plan";
import type { SessionView } from "@daybook/application/accounts/session-view";
import type { Idempotency } from "../../http/idempotency.ts";
import type { Mount } from "../../http/mount.ts";
import { presentQuote, presentSentPurchase } from "../../presenters/order.ts";
import { presentPaymentMethod } from "../../presenters/payment-method.ts";
import { type ClientApplication, presentSession } from "../../presenters/session.ts";
import { readSignUp } from "./read-sign-up.ts";

/** A nonce, or the id of a stored payment method. When nothing is to be paid, neither is sent, and the empty nonce is not used. */
const readPayment = ({ payment_method_nonce: nonce = "", payment_method_id: methodId }: SentSubmission) =>
  methodId === undefined ? { nonce } : { methodId };

const readSubmission = ({
  body,
  params,
}: {
  readonly body: SentSubmission;
  readonly params: { readonly promoCode?: string | undefined };
}): PaymentSubmission => ({
  packageName: body.membership_package_name,
  subscription: body.subscription,
  payWith: readPayment(body),
  promoCode: params.promoCode ?? null,
  shownAmount: body.current_total === undefined ? null : Math.round(body.current_total * 100),
  shownStart: body.starts_at ?? null,
});

/** The calls that buy a membership or quote its price, and those about the payment method. */
export function mountPurchases(
  mount: Mount,
  app: Application,
  client: ClientApplication,
  { commandIdsOf }: Pick<Idempotency, "commandIdsOf">,
): void {
  const replyWithSession = (view: SessionView | Refusal) =>
    isRejection(view) ? view : { status: 200, body: presentSession(view, client) };

  mount("goProLoggedIn", async (call) =>
    replyWithSession(await buyPlan(app, call, "goPro", readSubmission(call))),
  );
  mount(
    "goProLoggedOut",
    async (call) => {
      const { user, client: clientName } = call.body;
      const visitor = {
        email: user.email,
        password: user.plain_password,
        turnstile: user.turnstile,
        firstName: user.first_name,
        lastName: user.last_name,
        receiveMarketingEmails: user.receive_marketing_emails,
        timezone: user.timezone,
        dateFormat: user.date_format,
        isBrowser: clientName === product.client,
      };
      return replyWithSession(await buyLoggedOut(app, call, visitor, readSubmission(call)));
    },
    { beforeCommand: ({ caller, body }) => limitLogIn(app, caller, body.user) },
  );
  mount(
    "redeemPromo",
    async (call) => {
      const { code, email, password, signUp } = call.body;
      const form = signUp && readSignUp(signUp);
      const view = await redeemPromo(app, call, { code, email, password, signUp: form });
      if (isRejection(view)) return view;
      return { status: form ? 201 : 200, body: presentSession(view, client) };
    },
    {
      beforeCommand: ({ caller, body }, hasSucceededBefore) =>
        body.signUp ? limitSignUp(app, caller, body, hasSucceededBefore) : limitLogIn(app, caller, body),
    },
  );
  mount("proPlusConversion", async (call) =>
    replyWithSession(await buyPlan(app, call, "convert", readSubmission(call))),
  );
  mount("manualRenew", async (call) =>
    replyWithSession(await buyPlan(app, call, "renew", readSubmission(call))),
  );
  mount("getSentPurchase", async (call) => {
    const { userId } = call.actor;
    const { key } = call.query;
    // The route only matters for the command of a visitor, and visitors buy with `goProLoggedOut`.
    const sentPurchase = await readSentPurchase(app, call, (email) =>
      commandIdsOf("goProLoggedOut", { userId, email, key }),
    );
    return { status: 200, body: presentSentPurchase(sentPurchase) };
  });
  mount("listPaymentMethods", async (call) => {
    const views = await listPaymentMethods(app, call);
    return {
      status: 200,
      body: { payment_methods: views.map((view) => ({ payment_method: presentPaymentMethod(view) })) },
    };
  });
  mount("editPaymentInfo", async (call) => {
    const view = await storePaymentMethod(app, call, call.body.payment_method_nonce);
    return isRejection(view) ? view : { status: 200, body: { payment_info: presentPaymentMethod(view) } };
  });
  mount(
    "removePaymentMethod",
    async (call) => (await removePaymentMethod(app, call, call.params.methodId)) ?? { status: 204 },
  );
  mount("getProRatedPrice", async (call) => {
    const { package: packageName, subscription } = call.query;
    const quotedPlan = await quotePlan(app, call, { packageName, subscription }, null);
    return isRejection(quotedPlan) ? quotedPlan : { status: 200, body: presentQuote(quotedPlan.quote) };
  });
}
