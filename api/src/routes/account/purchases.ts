import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { buyPlan } from "@daybook/application/purchases/buy-plan";
import type { Call } from "../../context.ts";
import type { Mount } from "../../http/mount.ts";
import { type ClientApplication, presentSession } from "../../presenters/session.ts";

const readSubmission = ({ body }: Pick<Call<"goProLoggedIn">, "body">) => ({
  packageName: body.membership_package_name,
  subscription: body.subscription,
  nonce: body.payment_method_nonce,
  shownAmount: body.current_total === undefined ? null : Math.round(body.current_total * 100),
});

/** The calls that buy a membership. */
export function mountPurchases(mount: Mount, app: Application, client: ClientApplication): void {
  mount("goProLoggedIn", async (call) => {
    const view = await buyPlan(app, call, readSubmission(call));
    return isRejection(view) ? view : { status: 200, body: presentSession(view, client) };
  });
}
