import type { OneTimeModal, OnboardingStep } from "../contract/settings-values.ts";
import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { unchanged } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import { findPlan } from "../plans/plan-table.ts";
import type { AccountEvent, SettingsChanges } from "./events.ts";
import { isExpired, type Membership, proMembershipOf, tierAt } from "./tier.ts";

/** How many active journals each tier may have. */
export const journalLimit = { free: 1, pro: Infinity, plus: Infinity } as const;

/** The settings of a new account. */
export const initialSettings: Required<SettingsChanges> = {
  dateFormat: "ddd. M/D/YYYY",
  timezone: "UTC",
  journalOrder: "created",
  customOrder: [],
  receiveShares: true,
  receiveMarketingEmails: false,
  showPodcast: true,
  autoLogout: 0,
  uiTheme: "default",
  lookingGlass: true,
};

/** The state of an account. It has no names and addresses; they stay sealed in the events. */
export type Account = {
  readonly status: "none" | "open" | "erased";
  readonly membership: Membership | null;
  readonly settings: Required<SettingsChanges>;
  readonly onboardingStep: OnboardingStep | null;
  /** True when the account has ever had an onboarding step. If it has none now, its onboarding is over. */
  readonly hasStartedOnboarding: boolean;
  /** The mailed link that confirms a requested new address; `null` without a request. */
  readonly pendingEmailLink: number | null;
  /** When each modal was seen, in its latest promotion. */
  readonly seenModals: ReadonlyMap<OneTimeModal, string>;
  /** The account's active journals, with the time of each reservation. */
  readonly journals: ReadonlyMap<number, string>;
};

type Data<K extends AccountEvent["type"]> = DataOf<AccountEvent, K>;

/** The commands of an account. */
export type AccountCommand =
  | { type: "OpenAccount"; data: Data<"AccountOpened"> }
  | { type: "StartSession"; data: Data<"SessionStarted"> }
  | { type: "RefreshSession"; data: Data<"SessionRefreshed"> }
  | { type: "EndSession"; data: Data<"SessionEnded"> }
  | { type: "RevokeSessions"; data: Data<"SessionsRevoked"> }
  | { type: "ReserveJournal"; data: Data<"JournalReserved"> }
  /** With `reservedAt`, only a reservation of that time is released; a newer one of the same journal stays. */
  | { type: "ReleaseJournal"; data: Data<"JournalReleased">; reservedAt?: string }
  | { type: "ChangeProfile"; data: Data<"ProfileChanged"> }
  | { type: "RequestEmailChange"; data: Data<"EmailChangeRequested"> }
  | { type: "ConfirmEmail"; data: Data<"EmailChanged"> }
  | { type: "RequestPasswordReset"; data: Data<"PasswordResetRequested"> }
  | { type: "RequestLoginLink"; data: Data<"LoginLinkRequested"> }
  | { type: "ChangePassword"; data: Data<"PasswordChanged"> }
  | { type: "ChangeSettings"; data: Data<"SettingsChanged"> }
  /** `isFirstStep`: the step that sign-up leads to. It counts only when there was no step before. */
  | { type: "MoveOnboarding"; data: Data<"OnboardingMoved">; isFirstStep?: true }
  /** `since`: when the promotion of the modal began. A modal that was seen before is recorded again. */
  | { type: "SeeOneTimeModal"; data: Data<"OneTimeModalSeen">; since?: string }
  | { type: "RequestDeletion"; data: Data<"DeletionRequested"> }
  | { type: "GrantMembership"; data: Data<"MembershipGranted"> }
  /** From PRO plus to PRO. The end of the membership stays. */
  | { type: "LowerMembership"; data: { readonly at: string } }
  | { type: "EndMembership"; data: Data<"MembershipEnded"> }
  | { type: "ChangeAutoRenew"; data: Data<"AutoRenewChanged">; hasPaymentMethod: boolean }
  | { type: "ShareEntry"; data: Data<"EntryShared"> }
  | { type: "OpenLock"; data: Data<"LockOpened"> }
  | { type: "NoteRestore"; data: Data<"RestoreDone"> }
  | { type: "NoteLockRemoval"; data: Data<"LockRemoved"> }
  | { type: "NotePublicLink"; data: Data<"PublicLinkChanged"> }
  | { type: "EraseAccount"; data: Data<"AccountErased"> };

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
  const currentReservation = account.journals.get(data.journalId);
  if (currentReservation === undefined) return [];
  if (reservedAt !== undefined && currentReservation !== reservedAt) return [];
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
  if (account.pendingEmailLink !== data.linkId) return reject("not_found", "That link is invalid.");
  return [{ type: "EmailChanged", data }];
}

/** A finished onboarding stays finished, even when another browser still shows a step. */
function moveOnboarding(
  { onboardingStep, hasStartedOnboarding }: Account,
  { data, isFirstStep }: Extract<AccountCommand, { type: "MoveOnboarding" }>,
): Decision {
  const isUnderWay = onboardingStep !== null;
  const isRecorded = isFirstStep ? !hasStartedOnboarding : isUnderWay && data.step !== onboardingStep;
  return isRecorded ? [{ type: "OnboardingMoved", data }] : [];
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

/** True when a modal was seen, at this time or later. */
export function hasSeenModal(
  { seenModals }: Pick<Account, "seenModals">,
  modal: OneTimeModal,
  since = "",
): boolean {
  const seenAt = seenModals.get(modal);
  return seenAt !== undefined && seenAt >= since;
}

/** Only a running membership of PRO plus can be lowered; one that has expired ends instead. */
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
    pendingEmailLink: null,
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
      case "SeeOneTimeModal":
        return hasSeenModal(account, command.data.modal, command.since)
          ? []
          : [{ type: "OneTimeModalSeen", data: command.data }];
      case "RequestDeletion":
        return [{ type: "DeletionRequested", data: command.data }];
      case "GrantMembership":
        return [{ type: "MembershipGranted", data: command.data }];
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
    EmailChangeRequested: (account, { linkId }) => ({ ...account, pendingEmailLink: linkId }),
    EmailChanged: (account) => ({ ...account, pendingEmailLink: null }),
    PasswordResetRequested: unchanged,
    LoginLinkRequested: unchanged,
    PasswordChanged: (account) => ({ ...account, pendingEmailLink: null }),
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
