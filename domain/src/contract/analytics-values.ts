/** Every event that is counted. The list is closed, so private text can never become an event. */
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

/** Experiments and their groups. `pro_form_carousel`: group a sees the carousel, group b does not. */
export const experiments = { pro_form_carousel: ["a", "b"] } as const;
/** The name of an experiment. */
export type Experiment = keyof typeof experiments;
