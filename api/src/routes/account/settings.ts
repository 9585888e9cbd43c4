import type { Account } from "@daybook/domain/account/account";
import type { SettingsChanges } from "@daybook/domain/account/events";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import type { Context, Refusal } from "@daybook/application/context";
import {
  changeJournalOrder,
  changeSettings,
  moveOnboarding,
  stopMarketingMails,
} from "@daybook/application/accounts/change-settings";
import { readOneTimeModal, markOneTimeModalSeen } from "@daybook/application/accounts/one-time-modals";
import { readSettings } from "@daybook/application/accounts/read-account";
import type { Mount } from "../../http/mount.ts";
import { presentModal, presentSettings } from "../../presenters/account.ts";

/** The calls that read and change settings. Settings in replies are folded from the events, so they are always up to date. */
export function mountSettings(mount: Mount, app: Application): void {
  const toReply = (account: Pick<Account, "settings"> | Refusal) =>
    isRejection(account) ? account : { status: 200, body: { settings: presentSettings(account) } };
  const change = async (context: Context, changes: SettingsChanges) =>
    toReply(await changeSettings(app, context, changes));

  mount("getSettings", async (call) => toReply(await readSettings(app, call)));
  mount("changeTimezone", (call) => change(call, { timezone: call.body.timezone }));
  mount("setShowPodcast", (call) => change(call, { showPodcast: call.body.show_podcast }));
  mount("setAutoLogout", (call) => change(call, { autoLogout: call.body.logout_time }));
  mount("changeDateFormat", (call) => change(call, { dateFormat: call.body.format }));
  mount("changeUiTheme", (call) => change(call, { uiTheme: call.body.ui_theme }));
  mount("setLookingGlass", (call) => change(call, { lookingGlass: call.body.looking_glass }));
  mount("changeJournalOrder", async (call) => toReply(await changeJournalOrder(app, call, call.body.order)));
  mount("changeNotifications", (call) => change(call, { receiveShares: call.body.receive_shares }));
  mount("toggleReceiveMarketingEmails", (call) =>
    change(call, { receiveMarketingEmails: call.body.receive_marketing_emails }),
  );

  mount(
    "setOnboarding",
    async (call) => (await moveOnboarding(app, call, call.body.step)) ?? { status: 204 },
  );

  mount("getOneTimeModal", async ({ query, ...context }) => ({
    status: 200,
    body: presentModal(await readOneTimeModal(app, context, query.type)),
  }));
  mount("setOneTimeModal", async ({ body, ...context }) => {
    const modal = await markOneTimeModalSeen(app, context, body.type);
    return isRejection(modal) ? modal : { status: 200, body: presentModal(modal) };
  });

  mount(
    "unsubscribeSponsored",
    async (call) => (await stopMarketingMails(app, call, call.body.email)) ?? { status: 204 },
  );
}
