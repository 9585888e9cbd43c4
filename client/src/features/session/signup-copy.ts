/** The words of the sign-up. */
export const signupCopy = {
  title: "Sign up",
  heading: "Start your journal",
  lead: "A quiet, private place to write. Free, and yours alone.",
  proNotice:
    "Paid plans are not on sale yet. Start with a free account: your journal stays yours, and PRO can be added later.",
  submit: "Create my journal",
  busy: "Creating…",
  marketing: "Send me a letter now and then about writing and what is new",
  haveAccount: "Already writing here?",
  logIn: "Log in",
} as const;
