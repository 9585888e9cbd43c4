import type { Account } from "@daybook/domain/account/decider";
import type { SettingsChanges } from "@daybook/domain/account/events";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import type { Context, Refusal } from "@daybook/application/context";
import { loadAccount } from "@daybook/application/accounts/change-account";
import {
  changeSettings,
  moveOnboarding,
  seeOneTimeModal,
  unsubscribe,
} from "@daybook/application/accounts/change-settings";
import type { Mount } from "../../http/mount.ts";
import { presentSettings } from "../../presenters/account.ts";

/** The calls that read and change settings. They reply with the folded account, which is always up to date. */
export function mountSettings(mount: Mount, app: Application): void {
  const answer = (account: Account | Refusal) =>
    isRejection(account) ? account : { status: 200, body: { settings: presentSettings(account) } };
  const change = async (context: Context, changes: SettingsChanges) =>
    answer(await changeSettings(app, context, changes));

  mount("getSettings", async ({ actor }) => answer(await loadAccount(app, actor.userId)));
  mount("changeTimezone", (call) => change(call, { timezone: call.body.timezone }));
  mount("setShowPodcast", (call) => change(call, { showPodcast: call.body.show_podcast }));
  mount("setAutoLogout", (call) => change(call, { autoLogout: call.body.logout_time }));
  mount("changeDateFormat", (call) => change(call, { dateFormat: call.body.format }));
  mount("changeUiTheme", (call) => change(call, { uiTheme: call.body.ui_theme }));
  mount("setLookingGlass", (call) => change(call, { lookingGlass: call.body.looking_glass }));
  mount("changeJournalOrder", (call) => {
    const { order } = call.body;
    return change(
      call,
      typeof order === "string"
        ? { journalOrder: order }
        : { journalOrder: "custom", customOrder: [...new Set(order)] },
    );
  });
  mount("changeNotifications", (call) => change(call, { receiveShares: call.body.receive_shares }));
  mount("toggleReceiveMarketingEmails", (call) =>
    change(call, { receiveMarketingEmails: call.body.receive_marketing_emails }),
  );

  mount(
    "setOnboarding",
    async (call) => (await moveOnboarding(app, call, call.body.step)) ?? { status: 204 },
  );

  // There are no promotions yet, so no modal is shown; seen modals are still recorded.
  mount("getOneTimeModal", async ({ query }) => ({
    status: 200,
    body: { type: query.type, show: false, promo_code: null },
  }));
  mount("setOneTimeModal", async (call) => {
    const { type } = call.body;
    const refused = await seeOneTimeModal(app, call, type);
    return refused ?? { status: 200, body: { type, show: false, promo_code: null } };
  });

  mount(
    "unsubscribeSponsored",
    async (call) => (await unsubscribe(app, call, call.body.email)) ?? { status: 204 },
  );
}
