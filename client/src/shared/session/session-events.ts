import type { Session } from "@daybook/domain/contract/sessions";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";

/** Why the session ended, which decides where to navigate. The next log-in or check resets the reason to `null`. */
export type SessionEndReason =
  | "logged out"
  /** inactive for longer than the setting allows */
  | "idle"
  | "unauthorised"
  | "expired"
  | "logged out in another tab"
  | "deleted"
  | null;

/** The events of the session machine. */
export type SessionEvent =
  | { type: "session.opened"; session: Session }
  /** another tab logged in, logged out or refreshed the session */
  | { type: "session.changed" }
  /** the session may have expired, or another tab may have changed it */
  | { type: "session.check" }
  /** the onboarding moved to this step; `null` when it ended */
  | { type: "onboarding.moved"; step: OnboardingStep | null }
  | { type: "logout"; reason?: "idle" }
  /** the account was deleted, with its sessions */
  | { type: "account.deleted" }
  /** the server no longer accepts the session of this tab */
  | { type: "unauthorised" };
