import type { LoginReason } from "../../shared/own-path.ts";

const reasons: Record<LoginReason, string> = {
  unauthed: "Your session has ended. Log in to go on where you were; unsaved text is kept on this device.",
  expired: "You were away for a while. Please log in again.",
  idle: "You were idle for a while, so we logged you out. What you had not saved is kept on this device.",
  logged_out: "You are logged out. See you soon.",
  password_changed: "Your password is changed. Log in with the new one.",
};

/** The words of the log-in. */
export const loginCopy = {
  title: "Log in",
  heading: "Welcome back",
  submit: "Log in",
  busy: "Logging in…",
  forgot: "Forgot your password?",
  link: "E-mail me a link",
  noAccount: "No journal yet?",
  signUp: "Sign up",
  emailMissing: "Your e-mail is missing.",
  passwordMissing: "Your password is missing.",
  reasons,
  expiredPro: {
    heading: "Your PRO membership has ended",
    detail:
      "Your password is right, and nothing is lost: every journal waits as you left it. They open again once you renew PRO, or go on with the basic plan.",
  },
} as const;
