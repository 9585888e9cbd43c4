import type { OneTimeModal, OnboardingStep } from "../contract/settings-values.ts";
import type { DataOf } from "../kernel/define-events.ts";
import type { AccountEvent, SettingsChanges } from "./events.ts";
import type { Membership } from "./tier.ts";

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

/** The state of an account. It has no names or addresses; they stay sealed in the events. */
export type Account = {
  readonly status: "none" | "open" | "erased";
  readonly membership: Membership | null;
  readonly settings: Required<SettingsChanges>;
  readonly onboardingStep: OnboardingStep | null;
  /** True when the account has ever had an onboarding step. If it has none now, its onboarding is over. */
  readonly hasStartedOnboarding: boolean;
  /** The id of the mailed link that confirms a requested new e-mail address; `null` without a request. */
  readonly pendingEmailLinkId: number | null;
  /** When each modal was last recorded as seen. */
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
  /** `isFirstStep`: the step that sign-up leads to. It is recorded only when there was no step before. */
  | { type: "MoveOnboarding"; data: Data<"OnboardingMoved">; isFirstStep?: true }
  /** `since`: when the promotion that the modal shows began. If the modal was last seen before that time, it is recorded as seen again. */
  | { type: "MarkOneTimeModalSeen"; data: Data<"OneTimeModalSeen">; since?: string }
  | { type: "RequestDeletion"; data: Data<"DeletionRequested"> }
  /** `keepsAutoRenew`: automatic renewal stays on or off, whatever `data` says. */
  | { type: "GrantMembership"; data: Data<"MembershipGranted">; keepsAutoRenew?: boolean }
  /** Changes PRO plus to PRO. The membership still ends at the same time. */
  | { type: "LowerMembership"; data: { readonly at: string } }
  | { type: "EndMembership"; data: Data<"MembershipEnded"> }
  | { type: "ChangeAutoRenew"; data: Data<"AutoRenewChanged">; hasPaymentMethod: boolean }
  | { type: "ShareEntry"; data: Data<"EntryShared"> }
  | { type: "OpenLock"; data: Data<"LockOpened"> }
  | { type: "NoteRestore"; data: Data<"RestoreDone"> }
  | { type: "NoteLockRemoval"; data: Data<"LockRemoved"> }
  | { type: "NotePublicLink"; data: Data<"PublicLinkChanged"> }
  | { type: "EraseAccount"; data: Data<"AccountErased"> };
