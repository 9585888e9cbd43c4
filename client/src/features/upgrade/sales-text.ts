/** Text of the page that compares and sells the plans. */
export const salesText = {
  title: "PRO",
  heading: "More room for your journal",
  lead: "Writing is free, for as long as you like. PRO adds journals, themes, encryption and more.",
  plans: "Plans and prices",
  buy: "Choose your plan",
  renew: "Renew or change your plan",
  newHere:
    "New here? We create your account with this e-mail address and password when you press “Pay”, before your card is charged. If you have an account, use its e-mail address and password.",
  logIn: "Log in",
  freeAccount: "Start with a free account",
  later: "Not now, continue with the free account",
  journals: "Go to your journals",
  start: "Start writing",
} as const;
