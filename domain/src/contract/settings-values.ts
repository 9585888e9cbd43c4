/** The ten date formats (spec section 9), the default first. */
export const dateFormats = [
  "ddd. M/D/YYYY",
  "M/D/YYYY",
  "ddd. D/M/YYYY",
  "D/M/YYYY",
  "ddd. MMM D, YYYY",
  "MMM D, YYYY",
  "dddd, MMMM D, YYYY",
  "MMMM D, YYYY",
  "dddd, D MMMM YYYY",
  "D MMMM YYYY",
] as const;
/** How dates are written for a person. */
export type DateFormat = (typeof dateFormats)[number];

/** The looks of the product (spec section 9); all but the first apply for paid users. */
export const uiThemes = [
  "default",
  "light",
  "dark",
  "deep-blue",
  "reclaimed",
  "architecture",
  "meadow",
  "springtime",
] as const;
/** The name of a look. */
export type UiTheme = (typeof uiThemes)[number];

/** How the shelf is ordered; `custom` is as the person arranged it. */
export const journalOrders = ["custom", "name", "created", "last_update"] as const;
/** See {@link journalOrders}. */
export type JournalOrder = (typeof journalOrders)[number];

/** Idle minutes until somebody is logged out, as offered; 15 first, 0 means never (the default). */
export const autoLogoutMinutes = [15, 5, 10, 30, 45, 60, 90, 120, 0] as const;

/** `share_level` of somebody who receives shares by e-mail, and of somebody who does not. */
export const shareLevels = { received: 0, refused: 64 } as const;

/** Steps of the onboarding, as `onboarding_step` names them; `null` is done or skipped. */
export const onboardingSteps = [
  "welcome",
  "welcome/journal",
  "welcome/customize",
  "welcome/mobile",
  "onboarding/write",
  "onboarding/entries",
  "onboarding/journal",
] as const;
/** See {@link onboardingSteps}. */
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Modals that are shown once. */
export const oneTimeModals = ["flash_sale", "power_user_sale"] as const;
/** See {@link oneTimeModals}. */
export type OneTimeModal = (typeof oneTimeModals)[number];

/** What an account's activity list tells of. */
export const activityKinds = [
  "login",
  "logout",
  "sessions_ended",
  "login_link_requested",
  "password_reset_requested",
  "password_changed",
  "password_reset",
  "profile_changed",
  "email_change_requested",
  "email_changed",
  "delete_requested",
  "membership_changed",
  "share",
  "unlock",
  "restore",
] as const;
/** See {@link activityKinds}. */
export type ActivityKind = (typeof activityKinds)[number];
