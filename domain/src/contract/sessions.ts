import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { dateFormats, onboardingSteps } from "./settings-values.ts";
import { Email, Instant, isTimeZone, NewPassword, optionalName, requiredName } from "./values.ts";

/** What a logged-in browser stores. Every call that starts or renews a session replies with exactly this. */
export const Session = z.object({
  access_token: z.object({
    token: z.string(),
    secret: z.string(),
    user_id: Id,
    expires_at: Instant,
    created_at: Instant,
    client_application: z.object({ key: z.string(), secret: z.string() }),
  }),
  user: z.object({
    id: Id,
    slug: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_pro: z.boolean(),
    is_pro_plus: z.boolean(),
    has_mobile: z.boolean(),
    pro_membership: z
      .object({
        package_name: z.string(),
        subscription_length: z.number(),
        expires_at: Instant.nullable(),
        auto_renew: z.boolean(),
      })
      .nullable(),
    entry_count: z.number(),
    onboarding_step: z.enum(onboardingSteps).nullable(),
  }),
  /** true when the account's membership has expired */
  expired_pro: z.boolean(),
  experiments: z.object({ pro_form_carousel: z.enum(["a", "b"]).optional() }),
  /** base64; the client encrypts drafts and recent searches on the device with it */
  draft_key: z.string(),
});
/** See {@link Session}. */
export type Session = z.output<typeof Session>;

/** The fields of the sign-up form. */
export const signupFields = {
  first_name: requiredName("Your first name", bounds.personName),
  last_name: optionalName(bounds.personName, "Your last name is too long.").default(""),
  email: Email,
  password: NewPassword,
  retype_password: z.string(),
  receive_marketing_emails: z.boolean().default(false),
  client: z.string().max(20).default("web"),
  // The browser chooses this name, so an unknown one must not block the sign-up.
  timezone: z
    .string()
    .transform((name) => (isTimeZone(name) ? name : "UTC"))
    .optional(),
  // An unknown format must not block the sign-up either: the account then gets the default format.
  date_format: z.enum(dateFormats).optional().catch(undefined),
  turnstile: z.string().max(4096).optional(),
};

const passwordsMatch = {
  check: (form: { password: string; retype_password: string }) => form.password === form.retype_password,
  params: { path: ["retype_password"], message: "The two passwords are not the same." },
};

/** The sign-up form. */
export const Signup = z.object(signupFields).refine(passwordsMatch.check, passwordsMatch.params);
/** See {@link Signup}. */
export type Signup = z.output<typeof Signup>;

/** Calls for signing up, logging in and out, first steps and forgotten passwords, and the configuration of the client. */
export const sessions = {
  login: endpoint({
    access: "public",
    body: z.object({
      email: z.string().max(1000),
      password: z.string().max(1000),
      turnstile: z.string().max(4096).optional(),
      client: z.string().max(20).optional(),
    }),
    replies: { 200: Session },
    errors: ["wrong_credentials", "expired_pro"],
  }),
  /** Checks the sign-up form without creating an account. */
  verifyNew: endpoint({
    access: "public",
    body: Signup,
    replies: { 200: z.object({ verified: z.literal(true) }) },
    errors: ["bot_check"],
  }),
  freeSignup: endpoint({
    access: "public",
    body: Signup,
    replies: { 201: Session },
    errors: ["bot_check"],
  }),
  refreshToken: endpoint({ access: "session", replies: { 200: Session } }),
  logout: endpoint({ access: "session", replies: { 204: null } }),
  setOnboarding: endpoint({
    access: "session",
    body: z.object({ step: z.enum(onboardingSteps, { error: "There is no such step." }).nullable() }),
    replies: { 204: null },
  }),
  forgotPassword: endpoint({
    access: "public",
    body: z.object({ email: z.string().max(1000), turnstile: z.string().max(4096).optional() }),
    replies: { 204: null },
    errors: ["unknown_email", "bot_check"],
  }),
  resetPassword: endpoint({
    access: "public",
    body: z
      .object({
        email: z.string().max(1000),
        code: z.string().max(500),
        password: NewPassword,
        retype_password: z.string(),
      })
      .refine(passwordsMatch.check, passwordsMatch.params),
    replies: { 200: Session },
    errors: ["wrong_code", "expired_pro"],
  }),
  requestLoginLink: endpoint({
    access: "public",
    body: z.object({ email: z.string().max(1000) }),
    replies: { 204: null },
    errors: ["unknown_email"],
  }),
  magicLink: endpoint({
    access: "public",
    params: z.object({ linkId: IdText }),
    body: z.object({ c: z.string().max(500) }),
    replies: { 200: Session },
    errors: ["not_found", "expired_pro"],
  }),
  /** The configuration that the browser needs before anybody logs in. */
  clientConfig: endpoint({
    access: "public",
    replies: {
      200: z.object({
        /** the bot check's public key; `null` without a bot check */
        turnstile_site_key: z.string().nullable(),
        analytics: z.boolean(),
        /** the first page of a new account */
        onboarding: z.enum(["welcome", "onboarding"]),
        /** where people write for help */
        support_email: z.string(),
        /** who charges cards; in the test mode nobody is really charged */
        payment: z.object({
          kind: z.enum(["sandbox", "braintree"]),
          test_mode: z.boolean(),
          /** the public key for Braintree's card fields; `null` with the kind `sandbox`, and when the key is not set */
          client_token: z.string().nullable(),
        }),
      }),
    },
  }),
};
