import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { changeAutoRenew } from "@daybook/application/accounts/change-settings";
import { readBilling } from "@daybook/application/accounts/read-account";
import { findRenewOffer } from "@daybook/application/plans/find-promotions";
import { listPlans } from "@daybook/application/plans/list-plans";
import { validatePromoCode } from "@daybook/application/plans/validate-promo-code";
import { listOrders } from "@daybook/application/purchases/view-orders";
import type { Mount } from "../../http/mount.ts";
import { presentBilling } from "../../presenters/account.ts";
import { presentOrder } from "../../presenters/order.ts";
import { presentPlan, presentPromoCode, presentPromotion } from "../../presenters/plan.ts";

/** The calls about plans, memberships and orders. */
export function mountBilling(mount: Mount, app: Application): void {
  const replyWithBilling = async (context: Context) => ({
    status: 200 as const,
    body: { billing: presentBilling(await readBilling(app, context)) },
  });
  const switchAutoRenew = async (context: Context, isOn: boolean) => {
    const result = await changeAutoRenew(app, context, isOn);
    return isRejection(result) ? result : replyWithBilling(context);
  };

  mount("listPlans", async (call) => {
    const { plans, promotion } = await listPlans(app, call);
    return {
      status: 200,
      body: {
        plans: plans.map((plan) => ({ plan: presentPlan(plan) })),
        promotion: presentPromotion(promotion),
      },
    };
  });
  mount("validatePromoCode", async (call) => {
    const { promo_code: promoCode, membership_package_name: packageName, subscription } = call.body;
    const validatedCode = await validatePromoCode(app, call, { promoCode, packageName, subscription });
    return isRejection(validatedCode)
      ? validatedCode
      : { status: 200, body: presentPromoCode(validatedCode) };
  });
  mount("getDowngradeOffer", async ({ actor, command }) => {
    const promotion = await findRenewOffer(app, actor?.userId ?? null, command.at);
    return { status: 200, body: { promotion: presentPromotion(promotion) } };
  });
  mount("getBilling", replyWithBilling);
  mount("listOrders", async (call) => {
    const orders = await listOrders(app, call);
    return { status: 200, body: { orders: orders.map((order) => ({ order: presentOrder(order) })) } };
  });
  mount("disableAutoRenew", (call) => switchAutoRenew(call, false));
  mount("enableAutoRenew", (call) => switchAutoRenew(call, true));
}
