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

/** The UI themes (spec section 9). All but the first need a paid account. */
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
/** The name of a UI theme. */
export type UiTheme = (typeof uiThemes)[number];

/** The order of the journal list; `custom` is the person's own order. */
export const journalOrders = ["custom", "name", "created", "last_update"] as const;
/** See {@link journalOrders}. */
export type JournalOrder = (typeof journalOrders)[number];

/** The idle minutes until auto-logout. Turning auto-logout on sets the first value. 0 means never; a new account has 0. */
export const autoLogoutMinutes = [15, 5, 10, 30, 45, 60, 90, 120, 0] as const;

/** `share_level` of people who receive shares by e-mail, and of people who do not. */
export const shareLevels = { received: 0, refused: 64 } as const;

/** Steps of the onboarding, the values of `onboarding_step`; `null` means done or skipped. */
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

/** The modals of offers. A person sees the modal of an offer once. */
export const oneTimeModals = ["flash_sale", "power_user_sale"] as const;
/** See {@link oneTimeModals}. */
export type OneTimeModal = (typeof oneTimeModals)[number];

/** The kinds of rows in an account's activity list. */
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
  "lock_removed",
  "publish",
  "unpublish",
] as const;
/** See {@link activityKinds}. */
export type ActivityKind = (typeof activityKinds)[number];
