/**
 * Method and path of every call, by name. Plain data, so that the browser needs no schema library.
 * `:name` marks a path parameter, and `{/:name}` one that may be left out. The other contract modules have the schemas, by the same names.
 */
export const paths = {
  health: "GET /api/health",

  login: "POST /api/user/login",
  verifyNew: "POST /api/user/verify_new",
  freeSignup: "POST /api/user/free_signup",
  refreshToken: "POST /api/user/refresh_token",
  logout: "POST /api/user/logout",
  setOnboarding: "PUT /api/user/onboarding",
  forgotPassword: "POST /api/account/forgot_password",
  resetPassword: "POST /api/account/reset_password",
  requestLoginLink: "POST /api/accounts/request_login_link",
  magicLink: "POST /api/sign_ins/:linkId/magic_link",
  clientConfig: "GET /api/client_config",
  trackEvent: "POST /api/analytics/events",

  getProfile: "GET /api/account/profile",
  updateProfile: "PUT /api/account/update_profile",
  confirmEmail: "POST /api/account/confirm_email",
  listPaymentMethods: "GET /api/account/get_payment_methods",
  editPaymentInfo: "POST /api/account/edit_payment_info",
  removePaymentMethod: "DELETE /api/account/payment_methods/:methodId",
  getBilling: "GET /api/account/billing",
  listOrders: "GET /api/account/orders",
  getSentPurchase: "GET /api/account/sent_purchase",
  listPlans: "GET /api/plans",
  goProLoggedIn: "POST /api/user/go_pro_logged_in{/:promoCode}",
  goProLoggedOut: "POST /api/user/go_pro_logged_out{/:promoCode}",
  proPlusConversion: "POST /api/account/pro_plus_conversion{/:promoCode}",
  manualRenew: "POST /api/account/manual_renew{/:promoCode}",
  redeemPromo: "POST /api/user/redeem_promo",
  validatePromoCode: "POST /api/validate_promo_code",
  downgrade: "POST /api/user/downgrade",
  plusToProDowngrade: "POST /api/user/plus_to_pro_downgrade",
  downgradeLoggedOut: "POST /api/user/downgrade_logged_out",
  getRunningDowngrade: "GET /api/user/running_downgrade",
  getRefundAmount: "GET /api/user/get_refund_amount",
  getDowngradeOffer: "GET /api/subscription/expired_downgrade_offer",
  getProRatedPrice: "GET /api/account/get_pro_rated_price",
  disableAutoRenew: "PUT /api/account/disable_auto_renew",
  enableAutoRenew: "PUT /api/account/enable_auto_renew",
  changePassword: "PUT /api/account/change_password",
  listSessions: "GET /api/account/sessions",
  endSession: "DELETE /api/account/sessions/:sessionId",
  endOtherSessions: "DELETE /api/account/sessions",
  listActivity: "GET /api/account/activity",
  requestDelete: "GET /api/user/delete_request",
  deleteAccount: "DELETE /api/account",
  getOneTimeModal: "GET /api/user/one_time_modal",
  setOneTimeModal: "PUT /api/user/one_time_modal",
  unsubscribeSponsored: "POST /api/unsubscribe/sponsored",

  getSettings: "GET /api/settings",
  changeTimezone: "PUT /api/settings/change_timezone",
  setShowPodcast: "PUT /api/settings/set_show_podcast",
  setAutoLogout: "PUT /api/settings/set_auto_logout",
  changeJournalOrder: "PUT /api/settings/change_journal_order",
  changeDateFormat: "PUT /api/settings/change_date_format",
  changeNotifications: "PUT /api/settings/change_notifications",
  toggleReceiveMarketingEmails: "PUT /api/settings/toggle_receive_marketing_emails",
  changeUiTheme: "PUT /api/settings/change_ui_theme",
  setLookingGlass: "PUT /api/settings/set_looking_glass",

  listJournals: "GET /api/journals",
  createJournal: "POST /api/journals",
  getJournal: "GET /api/journals/:journalId",
  updateJournal: "PUT /api/journals/:journalId",
  deleteJournal: "DELETE /api/journals/:journalId",

  disableAutoLock: "PUT /api/journals/:journalId/disable_auto_lock",
  requestUnlockLink: "GET /api/journals/:journalId/request_unlock_link",
  unlockByLink: "PUT /api/journals/:journalId/unlock_by_link",
  requestEntryUnlockLink: "GET /api/journals/:journalId/entries/:entryId/request_unlock_link",
  unlockEntryByLink: "PUT /api/journals/:journalId/entries/:entryId/unlock_by_link",

  listReminders: "GET /api/journals/:journalId/reminders",
  listAllReminders: "GET /api/reminders",
  addReminder: "POST /api/journals/:journalId/reminders",
  removeReminder: "DELETE /api/journals/:journalId/reminders/:reminderId",
  restoreReminder: "PUT /api/journals/:journalId/reminders/:reminderId/restore",
  stopReminder: "GET /api/dr/:userSlug",

  listEntries: "GET /api/journals/:journalId/entries",
  createEntry: "POST /api/journals/:journalId/entries",
  deleteEntries: "PUT /api/journals/:journalId/entries/delete",
  restoreEntries: "PUT /api/journals/:journalId/entries/restore",
  moveEntries: "PUT /api/journals/:journalId/entries/move",
  getOperation: "GET /api/operations/:operationId",
  listEntriesAsOf: "GET /api/journals/:journalId/as_of",
  restoreMissing: "POST /api/journals/:journalId/as_of/restore_missing",
  getEntry: "GET /api/journals/:journalId/entries/:entryId",
  updateEntry: "PUT /api/journals/:journalId/entries/:entryId",
  addPhoto: "POST /api/journals/:journalId/entries/:entryId/photos",
  deletePhoto: "DELETE /api/journals/:journalId/entries/:entryId/photos/:photoId",
  getPhoto: "GET /api/photos/:photoId/:fileName",
  listPhotos: "GET /api/journals/:journalId/entries/:entryId/photos",
  listVersions: "GET /api/journals/:journalId/entries/:entryId/versions",
  previewVersion: "GET /api/journals/:journalId/entries/:entryId/preview_version",
  restoreVersion: "GET /api/journals/:journalId/entries/:entryId/restore_version",
  diffVersions: "GET /api/journals/:journalId/entries/:entryId/diff",

  onThisDay: "GET /api/journals/on_this_day",
  createCover: "POST /api/journals/:journalId/journal_cover",
  updateCover: "PUT /api/journals/:journalId/journal_cover/:coverId",
  listPageThemes: "GET /api/journals/:journalId/page_themes",
  getPageTheme: "GET /api/journals/:journalId/page_themes/:themeId",
  listPadThemes: "GET /api/journals/:journalId/pad_themes",
  getPadTheme: "GET /api/journals/:journalId/pad_themes/:themeId",
  updateComposeSetting: "PUT /api/journals/:journalId/compose_setting/:settingId",
  getWordCount: "GET /api/journals/:journalId/word_count",
  getCalendar: "GET /api/journals/:journalId/calendar",
  getRandomPrompt: "GET /api/user/get_random_prompt",
  listTags: "GET /api/tags",
  createTag: "POST /api/tags",
  getTag: "GET /api/tags/:tagId",
  updateTag: "PUT /api/tags/:tagId",
  deleteTag: "DELETE /api/tags/:tagId",
  search: "GET /api/search",

  toggleLookingGlass: "PUT /api/journals/:journalId/toggle_journal_looking_glass",
  disableLookingGlass: "PUT /api/dlg/:userSlug",
  excludeFromLookingGlass: "PUT /api/elg/:entryId",

  publicLink: "GET /api/journals/:journalId/entries/:entryId/public_link",
  unpublicLink: "GET /api/journals/:journalId/entries/:entryId/unpublic_link",
  publicEntry: "GET /api/pe/:slug",
  emailShare: "PUT /api/journals/:journalId/entries/:entryId/email_share",
} as const;

/** The name of a call. */
export type CallName = keyof typeof paths;

/** The calls that change something although their method is GET. */
export const changesByGet: ReadonlySet<CallName> = new Set([
  "stopReminder",
  "publicLink",
  "unpublicLink",
  "restoreVersion",
  "requestDelete",
  "requestUnlockLink",
  "requestEntryUnlockLink",
]);

/** The calls that take a file as `multipart/form-data`, with the name of its field. All others take JSON. */
export const fileFields: Readonly<Partial<Record<CallName, string>>> = { addPhoto: "photo" };

/** The method and the path template of a call, such as `PUT` and `/api/x/:id`. */
export function methodAndPath(name: CallName): { method: string; path: string } {
  const [method = "GET", path = "/"] = paths[name].split(" ");
  return { method, path };
}

/** Fills the `:parameters` of a call's path, percent-encoded. Throws when a required parameter is missing. */
export function fillPath(
  name: CallName,
  params: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const pathWithGivenParts = methodAndPath(name).path.replace(
    /{(\/:(\w+))}/,
    (_, segment: string, key: string) => (params[key] === undefined ? "" : segment),
  );
  return pathWithGivenParts.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`path parameter ${key} of ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
