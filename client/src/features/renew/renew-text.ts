/** Text of the pages that renew a plan. */
export const renewText = {
  renewTitle: "Renew PRO",
  upgradeTitle: "Upgrade to PRO",
  ended: {
    heading: "Your PRO membership has ended",
    detail: "Your journals are unchanged. To open them again, renew PRO or switch to the basic plan.",
  },
  endedLoggedIn:
    "Your journals are unchanged, but the features of PRO are off. You are still logged in here. The next log-in asks you to renew PRO or to switch to the basic plan.",
  endedLead: "Choose a plan. It begins when you pay.",
  lead: "Choose a plan. A renewal begins when your current plan ends, so no paid day is lost.",
  upgradeLead: "More journals, all themes, covers and papers, encrypted journals and more.",
  accountLead: (email: string) =>
    `You renew the plan of ${email}. You do not need to enter the password again.`,
  visitorLead:
    "Enter the e-mail and password of your account, and choose a plan. You are logged in once it is paid.",
  toJournals: "Go to your journals",
  goOn: "Continue",
  basic: {
    heading: "Switch to the basic plan instead",
    detail: "It is free: one journal with all your entries, without what comes with PRO.",
    link: "Downgrade",
  },
  logIn: "Log in",
  logInOther: "Log in with another account",
  forgot: "Forgot your password?",
  help: "Help",
  error: {
    title: "Payment",
    heading: "We could not process your payment at this time.",
    detail: "Your plan has not changed. Check your card, or pay in another way.",
    support: "If it fails again, write to us:",
    renew: "Renew / Upgrade",
    help: "Help",
  },
} as const;
