/** All that is ever counted; a closed list, so that nothing somebody wrote can become an event. */
export const analyticsEvents = [
  "Sign Up",
  "Log In",
  "Log Out",
  "Onboarding Skip",
  "Onboarding Finish",
  "Auto Logout",
  "Install Banner Click",
  "Install Banner Close",
  "Entry Create",
  "Pro Payment Submit",
  "Pro Payment Complete",
  "Pro Renewal",
  "Pro Payment Error",
  "Update Payment Info",
  "Fatal Response Error",
  "Invalid Id",
] as const;
/** See {@link analyticsEvents}. */
export type AnalyticsEventName = (typeof analyticsEvents)[number];

/** Experiments with their groups. `pro_form_carousel`: in a the carousel is shown, in b never. */
export const experiments = { pro_form_carousel: ["a", "b"] } as const;
/** The name of an experiment. */
export type Experiment = keyof typeof experiments;
