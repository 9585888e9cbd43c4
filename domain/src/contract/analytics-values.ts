/** The names of all analytics events. The list is closed, so private text can never become the name of an event. */
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

/** The places that lead to a purchase. The analytics events of a purchase name the place. */
export const purchaseSources = [
  "header_click",
  "billing",
  "gopro",
  "signup_pro",
  "search_filters",
  "themes",
  "second_journal",
  "move_entries",
  "journal_look",
  "page_look",
  "encryption_lock",
  "reminder_time",
  "power_user_sale",
  "flash_sale",
  "promo_page",
  "promo_banner",
  "renew_page",
  "downgrade_page",
] as const;
/** See {@link purchaseSources}. */
export type PurchaseSource = (typeof purchaseSources)[number];

/**
 * The package names of all plans that can be bought. Plans of one tier for one or more years share a package. Analytics events of
 * purchases contain the package name.
 */
export const purchasePackages = [
  "standardmonthly",
  "standard",
  "proplusmonthly",
  "proplus",
  "ProPlusLifetime",
] as const;
