import type { OneTimeModal } from "../contract/settings-values.ts";
import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { unchanged } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import { findPlan } from "../plans/plan-table.ts";
import { type Account, type AccountCommand, initialSettings } from "./account.ts";
import type { AccountEvent, SettingsChanges } from "./events.ts";
import { isExpired, proMembershipOf, tierAt } from "./tier.ts";

/** How many active journals each tier may have. */
export const journalLimit = { free: 1, pro: Infinity, plus: Infinity } as const;

type Data<K extends AccountEvent["type"]> = DataOf<AccountEvent, K>;
type Decision = readonly AccountEvent[] | Rejection;

function reserveJournal(account: Account, data: Data<"JournalReserved">): Decision {
  if (account.journals.has(data.journalId)) return [];
  if (account.journals.size >= journalLimit[tierAt(account.membership, data.at)]) {
    return reject("pro_required", "A free account has one journal. PRO has as many as you like.");
  }
  return [{ type: "JournalReserved", data }];
}

function releaseJournal(
  account: Account,
  { data, reservedAt }: Extract<AccountCommand, { type: "ReleaseJournal" }>,
): Decision {
  const currentReservedAt = account.journals.get(data.journalId);
  if (currentReservedAt === undefined) return [];
  if (reservedAt !== undefined && currentReservedAt !== reservedAt) return [];
  return [{ type: "JournalReleased", data }];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Records only the settings that differ. Themes other than the default need a paid account (spec section 6). */
function changeSettings(account: Account, { changes, at }: Data<"SettingsChanged">): Decision {
  const { uiTheme = "default" } = changes;
  if (uiTheme !== "default" && tierAt(account.membership, at) === "free") {
    return reject("pro_required", "Themes other than the default come with PRO.");
  }
  const currentSettings: SettingsChanges = account.settings;
  const changedSettings = Object.entries(changes).filter(
    ([name, value]) => !isSame(currentSettings[name as keyof SettingsChanges], value),
  );
  if (changedSettings.length === 0) return [];
  return [{ type: "SettingsChanged", data: { changes: Object.fromEntries(changedSettings), at } }];
}

function confirmEmail(account: Account, data: Data<"EmailChanged">): Decision {
  if (account.pendingEmailLinkId !== data.linkId) return reject("not_found", "That link is invalid.");
  return [{ type: "EmailChanged", data }];
}

/** A finished onboarding stays finished, even when another browser still shows a step. */
function moveOnboarding(
  { onboardingStep, hasStartedOnboarding }: Account,
  { data, isFirstStep }: Extract<AccountCommand, { type: "MoveOnboarding" }>,
): Decision {
  const isUnderWay = onboardingStep !== null;
  const isNewStep = isFirstStep ? !hasStartedOnboarding : isUnderWay && data.step !== onboardingStep;
  return isNewStep ? [{ type: "OnboardingMoved", data }] : [];
}

function changeAutoRenew(
  { membership }: Account,
  { data, hasPaymentMethod }: Extract<AccountCommand, { type: "ChangeAutoRenew" }>,
): Decision {
  if (!membership?.expiresAt) return reject("invalid", "You have no membership to renew.");
  if (data.autoRenew && isExpired(membership, data.at)) {
    return reject("invalid", "Your membership has ended. Renew it before you turn on automatic renewal.");
  }
  if (membership.autoRenew === data.autoRenew) return [];
  if (data.autoRenew && !findPlan(membership.packageName, membership.subscriptionLength)) {
    return reject(
      "plan_not_sold",
      "Your plan is not for sale, so it cannot renew itself. You can choose another plan in Plans & Billing.",
    );
  }
  if (data.autoRenew && !hasPaymentMethod) {
    return reject(
      "no_payment_method",
      "Automatic renewal needs a payment method. Add one in Plans & Billing first.",
    );
  }
  return [{ type: "AutoRenewChanged", data }];
}

function grantMembership(
  { membership }: Account,
  { data, keepsAutoRenew }: Extract<AccountCommand, { type: "GrantMembership" }>,
): Decision {
  const autoRenew = keepsAutoRenew ? membership?.autoRenew === true : data.autoRenew;
  return [{ type: "MembershipGranted", data: { ...data, autoRenew } }];
}

/** True when a modal was seen at `since` or later; without `since`, when it was ever seen. */
export function hasSeenModal(
  { seenModals }: Pick<Account, "seenModals">,
  modal: OneTimeModal,
  since = "",
): boolean {
  const seenAt = seenModals.get(modal);
  return seenAt !== undefined && seenAt >= since;
}

/** Only a running membership of PRO plus can be lowered. An expired one can only be ended. */
function lowerMembership({ membership }: Account, { at }: { readonly at: string }): Decision {
  if (!membership || tierAt(membership, at) !== "plus") {
    return reject("pro_required", "You have no PRO plus to downgrade.");
  }
  return [{ type: "MembershipGranted", data: { ...proMembershipOf(membership), at } }];
}

/** The rules of an account, among them "a free account has one journal". */
export const accountDecider: Decider<AccountCommand, AccountEvent, Account> = {
  initialState: {
    status: "none",
    membership: null,
    settings: initialSettings,
    onboardingStep: null,
    hasStartedOnboarding: false,
    pendingEmailLinkId: null,
    seenModals: new Map(),
    journals: new Map(),
  },

  decide(command, account) {
    if (command.type === "EraseAccount" && account.status === "erased") return [];
    if (command.type === "OpenAccount" && account.status === "none") {
      return [{ type: "AccountOpened", data: command.data }];
    }
    if (account.status !== "open") return reject("not_found", "There is no such account.");
    switch (command.type) {
      case "OpenAccount":
        return [];
      case "StartSession":
        return [{ type: "SessionStarted", data: command.data }];
      case "RefreshSession":
        return [{ type: "SessionRefreshed", data: command.data }];
      case "EndSession":
        return [{ type: "SessionEnded", data: command.data }];
      case "RevokeSessions":
        return [{ type: "SessionsRevoked", data: command.data }];
      case "ReserveJournal":
        return reserveJournal(account, command.data);
      case "ReleaseJournal":
        return releaseJournal(account, command);
      case "ChangeProfile":
        return [{ type: "ProfileChanged", data: command.data }];
      case "RequestEmailChange":
        return [{ type: "EmailChangeRequested", data: command.data }];
      case "ConfirmEmail":
        return confirmEmail(account, command.data);
      case "RequestPasswordReset":
        return [{ type: "PasswordResetRequested", data: command.data }];
      case "RequestLoginLink":
        return [{ type: "LoginLinkRequested", data: command.data }];
      case "ChangePassword":
        return [{ type: "PasswordChanged", data: command.data }];
      case "ChangeSettings":
        return changeSettings(account, command.data);
      case "MoveOnboarding":
        return moveOnboarding(account, command);
      case "MarkOneTimeModalSeen":
        return hasSeenModal(account, command.data.modal, command.since)
          ? []
          : [{ type: "OneTimeModalSeen", data: command.data }];
      case "RequestDeletion":
        return [{ type: "DeletionRequested", data: command.data }];
      case "GrantMembership":
        return grantMembership(account, command);
      case "LowerMembership":
        return lowerMembership(account, command.data);
      case "EndMembership":
        if (!account.membership) return reject("pro_required", "You have no paid plan to downgrade.");
        return [{ type: "MembershipEnded", data: command.data }];
      case "ChangeAutoRenew":
        return changeAutoRenew(account, command);
      case "ShareEntry":
        return [{ type: "EntryShared", data: command.data }];
      case "OpenLock":
        return [{ type: "LockOpened", data: command.data }];
      case "NoteRestore":
        return [{ type: "RestoreDone", data: command.data }];
      case "NoteLockRemoval":
        return [{ type: "LockRemoved", data: command.data }];
      case "NotePublicLink":
        return [{ type: "PublicLinkChanged", data: command.data }];
      case "EraseAccount":
        return [{ type: "AccountErased", data: command.data }];
    }
  },

  evolve: {
    AccountOpened: (account, { timezone, receiveMarketingEmails }) => ({
      ...account,
      status: "open",
      settings: { ...account.settings, timezone, receiveMarketingEmails },
    }),
    SessionStarted: unchanged,
    SessionRefreshed: unchanged,
    SessionEnded: unchanged,
    SessionsRevoked: unchanged,
    JournalReserved: (account, { journalId, at }) => ({
      ...account,
      journals: new Map(account.journals).set(journalId, at),
    }),
    JournalReleased: (account, { journalId }) => {
      const journals = new Map(account.journals);
      journals.delete(journalId);
      return { ...account, journals };
    },
    ProfileChanged: unchanged,
    EmailChangeRequested: (account, { linkId }) => ({ ...account, pendingEmailLinkId: linkId }),
    EmailChanged: (account) => ({ ...account, pendingEmailLinkId: null }),
    PasswordResetRequested: unchanged,
    LoginLinkRequested: unchanged,
    PasswordChanged: (account) => ({ ...account, pendingEmailLinkId: null }),
    SettingsChanged: (account, { changes }) => ({
      ...account,
      settings: { ...account.settings, ...changes },
    }),
    OnboardingMoved: (account, { step }) => ({
      ...account,
      onboardingStep: step,
      hasStartedOnboarding: true,
    }),
    OneTimeModalSeen: (account, { modal, at }) => ({
      ...account,
      seenModals: new Map(account.seenModals).set(modal, at),
    }),
    DeletionRequested: unchanged,
    EntryShared: unchanged,
    MembershipGranted: (account, { at: _at, ...membership }) => ({ ...account, membership }),
    MembershipEnded: (account) => ({ ...account, membership: null }),
    AutoRenewChanged: (account, { autoRenew }) => ({
      ...account,
      membership: account.membership && { ...account.membership, autoRenew },
    }),
    LockOpened: unchanged,
    RestoreDone: unchanged,
    LockRemoved: unchanged,
    PublicLinkChanged: unchanged,
    AccountErased: (account) => ({ ...account, status: "erased", journals: new Map() }),
  },
};
