import type { LoginReason } from "../../shared/site-paths.ts";

const reasons: Record<LoginReason, string> = {
  unauthed: "Your session has ended. Log in to continue; unsaved text is kept on this device.",
  expired: "You were away for a while. Please log in again.",
  idle: "You were idle for a while, so we logged you out. Unsaved text is kept on this device.",
  logged_out: "You are logged out. See you soon.",
  password_changed: "Password changed. Log in with your new password.",
};

/** Text of the login page. */
export const loginText = {
  title: "Log in",
  heading: "Welcome back",
  submit: "Log in",
  busy: "Logging in…",
  forgot: "Forgot your password?",
  link: "E-mail me a link",
  noAccount: "No account yet?",
  signUp: "Sign up",
  emailMissing: "Enter your e-mail address.",
  passwordMissing: "Enter your password.",
  reasons,
} as const;
