import type { Account } from "@daybook/domain/account/decider";
import type { SettingsChanges } from "@daybook/domain/account/events";
import type { Settings } from "@daybook/domain/contract/settings";
import { shareLevels } from "@daybook/domain/contract/settings-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Act, Actor } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { projected } from "../projected.ts";
import { changeAccount, loadAccount } from "./change-account.ts";
import { emailHash } from "./email-hash.ts";

function presentSettings({ settings }: Account): Settings {
  return {
    date_format: settings.dateFormat,
    timezone: settings.timezone,
    journal_order: settings.journalOrder,
    notifications: {
      receive_shares: settings.receiveShares,
      share_level: settings.receiveShares ? shareLevels.received : shareLevels.refused,
    },
    receive_marketing_emails: settings.receiveMarketingEmails,
    show_podcast: settings.showPodcast,
    auto_logout: settings.autoLogout,
    ui_theme: settings.uiTheme,
  };
}

/** The calls that read and change settings. They answer from the folded account, which is as new as the log. */
export function mountSettings(mount: Mount, deps: ApiDeps): void {
  async function change(actor: Actor, act: Act, changes: SettingsChanges) {
    const changed = await changeAccount(deps, actor.userId, act, "settings", {
      type: "ChangeSettings",
      data: { changes, at: act.at },
    });
    if (isRejection(changed)) return changed;
    await projected(deps, ["account"], changed.position);
    return { status: 200, body: { settings: presentSettings(await loadAccount(deps, actor.userId)) } };
  }

  mount("getSettings", async ({ actor }) => ({
    status: 200,
    body: { settings: presentSettings(await loadAccount(deps, actor.userId)) },
  }));
  mount("changeTimezone", ({ actor, act, body }) => change(actor, act, { timezone: body.timezone }));
  mount("setShowPodcast", ({ actor, act, body }) => change(actor, act, { showPodcast: body.show_podcast }));
  mount("setAutoLogout", ({ actor, act, body }) => change(actor, act, { autoLogout: body.logout_time }));
  mount("changeDateFormat", ({ actor, act, body }) => change(actor, act, { dateFormat: body.format }));
  mount("changeUiTheme", ({ actor, act, body }) => change(actor, act, { uiTheme: body.ui_theme }));
  mount("changeJournalOrder", ({ actor, act, body: { order } }) =>
    change(
      actor,
      act,
      typeof order === "string"
        ? { journalOrder: order }
        : { journalOrder: "custom", customOrder: [...new Set(order)] },
    ),
  );
  mount("changeNotifications", ({ actor, act, body }) =>
    change(actor, act, { receiveShares: body.receive_shares }),
  );
  mount("toggleReceiveMarketingEmails", ({ actor, act, body }) =>
    change(actor, act, { receiveMarketingEmails: body.receive_marketing_emails }),
  );

  mount("setOnboarding", async ({ actor, act, body }) => {
    const moved = await changeAccount(deps, actor.userId, act, "onboarding", {
      type: "MoveOnboarding",
      data: { step: body.step, at: act.at },
    });
    return isRejection(moved) ? moved : { status: 204 };
  });

  // No promotion runs yet, so there is nothing to show; what was seen is remembered all the same.
  mount("getOneTimeModal", async ({ query }) => ({
    status: 200,
    body: { type: query.type, show: false, promo_code: null },
  }));
  mount("setOneTimeModal", async ({ actor, act, body }) => {
    const seen = await changeAccount(deps, actor.userId, act, "modal", {
      type: "SeeOneTimeModal",
      data: { modal: body.type, at: act.at },
    });
    if (isRejection(seen)) return seen;
    return { status: 200, body: { type: body.type, show: false, promo_code: null } };
  });

  mount("unsubscribeSponsored", async ({ body, act, caller }) => {
    const limited = await tooMany(deps, limits.unsubscribeFromAddress, caller.ip);
    if (limited) return limited;
    const found = await deps.credentials.findByEmailHash(emailHash(deps, body.email));
    if (found) {
      const changed = await changeAccount(deps, found.userId, act, "unsubscribe", {
        type: "ChangeSettings",
        data: { changes: { receiveMarketingEmails: false }, at: act.at },
      });
      if (!isRejection(changed)) await projected(deps, ["account"], changed.position);
    }
    // The same answer whether or not the address is known.
    return { status: 204 };
  });
}
