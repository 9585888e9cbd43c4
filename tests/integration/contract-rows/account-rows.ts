import type { Rows } from "./row.ts";

const signUpForm = {
  first_name: "A",
  email: "table@example.com",
  password: "by water to Deptford",
  retype_password: "by water to Deptford",
};

const newPassword = { password: "by water to Deptford", retype_password: "by water to Deptford" };

const declinedPayment = {
  payment_method_nonce: "fake-processor-declined-visa-nonce",
  subscription: 1,
  membership_package_name: "standard",
};

const unknownPackage = {
  input: () => ({ body: { ...declinedPayment, membership_package_name: "gold" } }),
  status: 422,
};

const refusedForFreeAccount = { input: () => ({ body: {} }), status: 403, code: "pro_required" };
const malformedDowngrade = { input: () => ({ body: { downgrade_comments: 7 } as never }), status: 422 };

/** Calls about accounts, sessions, purchases and settings. */
export const accountRows: Rows<
  | "health"
  | "login"
  | "verifyNew"
  | "freeSignup"
  | "refreshToken"
  | "logout"
  | "setOnboarding"
  | "forgotPassword"
  | "resetPassword"
  | "requestLoginLink"
  | "magicLink"
  | "clientConfig"
  | "listPaymentMethods"
  | "editPaymentInfo"
  | "removePaymentMethod"
  | "getBilling"
  | "listOrders"
  | "getSentPurchase"
  | "listPlans"
  | "goProLoggedIn"
  | "goProLoggedOut"
  | "proPlusConversion"
  | "manualRenew"
  | "redeemPromo"
  | "validatePromoCode"
  | "downgrade"
  | "plusToProDowngrade"
  | "downgradeLoggedOut"
  | "getRunningDowngrade"
  | "getRefundAmount"
  | "getDowngradeOffer"
  | "getProRatedPrice"
  | "disableAutoRenew"
  | "enableAutoRenew"
  | "trackEvent"
  | "getProfile"
  | "updateProfile"
  | "confirmEmail"
  | "changePassword"
  | "listSessions"
  | "endSession"
  | "endOtherSessions"
  | "listActivity"
  | "requestDelete"
  | "deleteAccount"
  | "getOneTimeModal"
  | "setOneTimeModal"
  | "unsubscribeSponsored"
  | "getSettings"
  | "changeTimezone"
  | "setShowPodcast"
  | "setAutoLogout"
  | "changeJournalOrder"
  | "changeDateFormat"
  | "changeNotifications"
  | "toggleReceiveMarketingEmails"
  | "changeUiTheme"
  | "setLookingGlass"
> = {
  health: { input: () => ({}) },
  login: {
    input: () => ({ body: { email: "nobody@example.com", password: "x" } }),
    malformed: { input: () => ({ body: { email: 7 } as never }), status: 422 },
  },
  verifyNew: {
    input: () => ({ body: signUpForm }),
    malformed: { input: () => ({ body: { ...signUpForm, email: "no address" } }), status: 422 },
  },
  freeSignup: {
    input: () => ({ body: signUpForm }),
    malformed: { input: () => ({ body: { ...signUpForm, retype_password: "other" } }), status: 422 },
  },
  refreshToken: { input: () => ({}) },
  logout: { input: () => ({}) },
  setOnboarding: {
    input: () => ({ body: { step: null } }),
    malformed: { input: () => ({ body: { step: "moon" as never } }), status: 422 },
  },
  forgotPassword: {
    input: () => ({ body: { email: "nobody@example.com" } }),
    malformed: { input: () => ({ body: {} as never }), status: 422 },
  },
  resetPassword: {
    input: () => ({ body: { email: "nobody@example.com", code: "x", ...newPassword } }),
    malformed: {
      input: () => ({
        body: { email: "nobody@example.com", code: "x", ...newPassword, retype_password: "y" },
      }),
      status: 422,
    },
  },
  requestLoginLink: {
    input: () => ({ body: { email: "nobody@example.com" } }),
    malformed: { input: () => ({ body: { email: ["nobody@example.com"] as never } }), status: 422 },
  },
  magicLink: {
    input: () => ({ params: { linkId: "7" }, body: { c: "x" } }),
    malformed: { input: () => ({ params: { linkId: "seven" }, body: { c: "x" } }), status: 400 },
  },
  clientConfig: { input: () => ({}) },
  listPaymentMethods: { input: () => ({}) },
  editPaymentInfo: {
    input: () => ({ body: { payment_method_nonce: "fake-valid-visa-nonce" } }),
    malformed: { input: () => ({ body: { payment_method_nonce: "" } }), status: 422 },
  },
  removePaymentMethod: {
    input: ({ methodId }) => ({ params: { methodId } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ params: { methodId: "card" } }), status: 400 },
  },
  getBilling: { input: () => ({}) },
  listOrders: { input: () => ({}) },
  getSentPurchase: {
    input: () => ({ query: { key: "no such purchase" } }),
    malformed: { input: () => ({ query: { key: "" } }), status: 422 },
  },
  listPlans: { input: () => ({}) },
  goProLoggedIn: { input: () => ({ body: declinedPayment }), malformed: unknownPackage },
  goProLoggedOut: {
    input: () => ({
      body: {
        ...declinedPayment,
        user: { email: "buyer@example.com", plain_password: newPassword.password },
      },
    }),
    malformed: { input: () => ({ body: declinedPayment as never }), status: 422 },
  },
  proPlusConversion: {
    input: () => ({ body: declinedPayment }),
    wrongTier: { input: () => ({ body: declinedPayment }), status: 403, code: "pro_required" },
    malformed: unknownPackage,
  },
  manualRenew: {
    input: () => ({ body: declinedPayment }),
    wrongTier: { input: () => ({ body: declinedPayment }), status: 403, code: "pro_required" },
    malformed: unknownPackage,
  },
  redeemPromo: {
    input: () => ({ body: { ...signUpForm, email: "redeemer@example.com", code: "NOSUCHCODE" } }),
    malformed: {
      input: () => ({ body: { ...signUpForm, retype_password: "other", code: "NOSUCHCODE" } }),
      status: 422,
    },
  },
  validatePromoCode: {
    input: () => ({ body: { promo_code: "X", subscription: 1, membership_package_name: "standard" } }),
    malformed: {
      input: () => ({ body: { promo_code: "", subscription: 1, membership_package_name: "standard" } }),
      status: 422,
    },
  },
  downgrade: { input: () => ({ body: {} }), wrongTier: refusedForFreeAccount, malformed: malformedDowngrade },
  plusToProDowngrade: {
    input: () => ({ body: {} }),
    wrongTier: refusedForFreeAccount,
    malformed: malformedDowngrade,
  },
  downgradeLoggedOut: {
    input: () => ({ body: { email: "nobody@example.com", password: "x" } }),
    malformed: { input: () => ({ body: { email: 7 } as never }), status: 422 },
  },
  getRunningDowngrade: { input: () => ({}) },
  getRefundAmount: { input: () => ({}) },
  getDowngradeOffer: { input: () => ({}) },
  getProRatedPrice: {
    input: () => ({ query: { package: "standard", subscription: "1" } }),
    malformed: { input: () => ({ query: { package: "standard", subscription: "4" } }), status: 422 },
  },
  disableAutoRenew: { input: () => ({}) },
  enableAutoRenew: { input: () => ({}) },
  trackEvent: {
    input: () => ({ body: { event: "Sign Up", properties: { platform: "Web", version: "2.8.6" } } }),
    malformed: {
      input: () => ({
        body: { event: "Dear diary" as "Sign Up", properties: { platform: "Web", version: "" } },
      }),
      status: 422,
    },
  },
  getProfile: { input: () => ({}) },
  updateProfile: {
    input: () => ({ body: { new_email: "new@example.com", retype_email: "new@example.com" } }),
    malformed: {
      input: () => ({ body: { new_email: "new@example.com", retype_email: "old@example.com" } }),
      status: 422,
    },
  },
  confirmEmail: {
    input: () => ({ body: { token: "x" } }),
    malformed: { input: () => ({ body: { token: 7 as never } }), status: 422 },
  },
  changePassword: {
    input: () => ({
      body: { current_password: "x", new_password: "by water home", retype_password: "by water home" },
    }),
    malformed: {
      input: () => ({ body: { current_password: "x", new_password: "short", retype_password: "short" } }),
      status: 422,
    },
  },
  listSessions: { input: () => ({}) },
  endSession: {
    input: ({ sessionId }) => ({ params: { sessionId } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ params: { sessionId: "mine" } }), status: 400 },
  },
  endOtherSessions: { input: () => ({}) },
  listActivity: {
    input: () => ({}),
    malformed: { input: () => ({ query: { page: "0" } }), status: 422 },
  },
  requestDelete: { input: () => ({}) },
  deleteAccount: {
    input: () => ({ body: { password: "wrong" } }),
    malformed: { input: () => ({ body: {} as never }), status: 422 },
  },
  getOneTimeModal: {
    input: () => ({ query: { type: "flash_sale" } }),
    malformed: { input: () => ({ query: { type: "summer" as never } }), status: 422 },
  },
  setOneTimeModal: {
    input: () => ({ body: { type: "flash_sale" } }),
    malformed: { input: () => ({ body: { type: "summer" as never } }), status: 422 },
  },
  unsubscribeSponsored: {
    input: () => ({ body: { email: "nobody@example.com" } }),
    malformed: { input: () => ({ body: { email: null as never } }), status: 422 },
  },
  getSettings: { input: () => ({}) },
  changeTimezone: {
    input: () => ({ body: { timezone: "Europe/Paris" } }),
    malformed: { input: () => ({ body: { timezone: "Mars/Olympus" } }), status: 422 },
  },
  setShowPodcast: {
    input: () => ({ body: { show_podcast: false } }),
    malformed: { input: () => ({ body: { show_podcast: "no" as never } }), status: 422 },
  },
  setLookingGlass: {
    input: () => ({ body: { looking_glass: true } }),
    malformed: { input: () => ({ body: { looking_glass: "on" as never } }), status: 422 },
  },
  setAutoLogout: {
    input: () => ({ body: { logout_time: 15 } }),
    malformed: { input: () => ({ body: { logout_time: 7 } }), status: 422 },
  },
  changeJournalOrder: {
    input: () => ({ body: { order: "name" as const } }),
    malformed: { input: () => ({ body: { order: "colour" as never } }), status: 422 },
  },
  changeDateFormat: {
    input: () => ({ body: { format: "D/M/YYYY" as const } }),
    malformed: { input: () => ({ body: { format: "YYYY" as never } }), status: 422 },
  },
  changeNotifications: {
    input: () => ({ body: { receive_shares: false, share_level: 64 } }),
    malformed: { input: () => ({ body: { receive_shares: true, share_level: 64 } }), status: 422 },
  },
  toggleReceiveMarketingEmails: {
    input: () => ({ body: { receive_marketing_emails: true } }),
    malformed: { input: () => ({ body: {} as never }), status: 422 },
  },
  changeUiTheme: {
    input: () => ({ body: { ui_theme: "dark" as const } }),
    wrongTier: {
      input: () => ({ body: { ui_theme: "dark" as const } }),
      status: 403,
      code: "pro_required",
    },
    malformed: { input: () => ({ body: { ui_theme: "neon" as never } }), status: 422 },
  },
};
