/** Text of the sign-up page. */
export const signupText = {
  title: "Sign up",
  heading: "Start your journal",
  lead: "A quiet, private place to write. Free.",
  mobileNotice:
    "For now, journals open only on computers. You can sign up and log in here, but to write and read you need a computer.",
  proNotice: "First you make your account, then you choose your PRO plan.",
  comparePlans: "Compare the plans",
  submit: "Create my journal",
  busy: "Creating…",
  marketing: "Send me occasional news about writing and new features",
  haveAccount: "Already have an account?",
  logIn: "Log in",
} as const;
