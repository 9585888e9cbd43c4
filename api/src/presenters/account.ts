import type { Account } from "@daybook/domain/account/account";
import type { Membership } from "@daybook/domain/account/tier";
import type { Billing, Profile } from "@daybook/domain/contract/account";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Session } from "@daybook/domain/contract/sessions";
import type { Settings } from "@daybook/domain/contract/settings";
import { shareLevels } from "@daybook/domain/contract/settings-values";
import type { ModalView } from "@daybook/application/accounts/one-time-modals";
import type { BillingView } from "@daybook/application/accounts/read-account";
import type { PersonalData } from "@daybook/application/accounts/personal-data";
import { presentPromotion } from "./plan.ts";

/** A membership in a reply. */
export const presentMembership = (
  membership: Membership,
): NonNullable<Session["user"]["pro_membership"]> => ({
  package_name: membership.packageName,
  subscription_length: membership.subscriptionLength,
  expires_at: membership.expiresAt,
  auto_renew: membership.autoRenew,
});

/** The membership of an account in a reply, with its next charge. */
export function presentBilling({ membership, nextCharge }: BillingView): Billing {
  if (!membership) {
    return {
      package_name: null,
      subscription_length: null,
      expires_at: null,
      auto_renew: false,
      next_charge: null,
      next_amount: null,
    };
  }
  return {
    ...presentMembership(membership),
    next_charge: nextCharge?.at ?? null,
    next_amount: nextCharge && nextCharge.amount / 100,
  };
}

/** A person's names and e-mail address in a reply. */
export const presentProfile = (personalData: PersonalData): Profile => ({
  first_name: personalData.firstName,
  last_name: personalData.lastName,
  email: personalData.email,
  created_at: personalData.createdAt,
  pending_email: personalData.pendingEmail,
});

/** An account's settings in a reply. */
export function presentSettings({ settings }: Pick<Account, "settings">): Settings {
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
    looking_glass: settings.lookingGlass,
  };
}

/** A modal that is shown only once, in a reply. */
export const presentModal = ({ modal, isShown, promotion }: ModalView): Reply<"getOneTimeModal"> => ({
  type: modal,
  show: isShown,
  promo_code: promotion?.promoCode ?? null,
  promotion: presentPromotion(promotion),
});
