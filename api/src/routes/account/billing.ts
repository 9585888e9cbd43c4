import type { Account } from "@daybook/domain/account/decider";
import type { Billing } from "@daybook/domain/contract/account";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Act, Actor } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { projected } from "../projected.ts";
import { changeAccount, loadAccount } from "./change-account.ts";

function presentBilling({ membership }: Account): Billing {
  return {
    package_name: membership?.packageName ?? null,
    subscription_length: membership?.subscriptionLength ?? null,
    expires_at: membership?.expiresAt ?? null,
    auto_renew: membership?.autoRenew ?? false,
    next_charge: membership?.autoRenew ? membership.expiresAt : null,
  };
}

/** The calls about what an account has paid for. Nothing can be bought yet, so nobody has an order. */
export function mountBilling(mount: Mount, deps: ApiDeps): void {
  async function changeAutoRenew(actor: Actor, act: Act, autoRenew: boolean) {
    const changed = await changeAccount(deps, actor.userId, act, "auto renew", {
      type: "ChangeAutoRenew",
      data: { autoRenew, at: act.at },
    });
    if (isRejection(changed)) return changed;
    await projected(deps, ["account"], changed.position);
    return { status: 200, body: { billing: presentBilling(await loadAccount(deps, actor.userId)) } };
  }

  mount("getBilling", async ({ actor }) => ({
    status: 200,
    body: { billing: presentBilling(await loadAccount(deps, actor.userId)) },
  }));
  mount("listOrders", async () => ({ status: 200, body: { orders: [] } }));
  mount("disableAutoRenew", ({ actor, act }) => changeAutoRenew(actor, act, false));
  mount("enableAutoRenew", ({ actor, act }) => changeAutoRenew(actor, act, true));
}
