import type { CallName } from "@daybook/domain/contract/paths";

/** These calls are not signed, so that an expired session cannot block them. */
export const unsignedCalls: ReadonlySet<CallName> = new Set([
  "health",
  "login",
  "verifyNew",
  "freeSignup",
  "forgotPassword",
  "resetPassword",
  "requestLoginLink",
  "magicLink",
  "confirmEmail",
  "clientConfig",
  "unsubscribeSponsored",
  "publicEntry",
  "disableLookingGlass",
  "excludeFromLookingGlass",
  "stopReminder",
]);
