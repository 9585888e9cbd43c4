import type { RateRule } from "@daybook/platform/privacy/rate-limits";
import type { Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";

const minute = 60_000;
const hour = 60 * minute;
const rule = (name: string, limit: number, windowMs: number): RateRule => ({ name, limit, windowMs });

/**
 * How often something may be tried. Whoever guesses from one place is stopped soon, and before the account's own count is
 * touched: one place alone shuts nobody out of an account. An account whose password is guessed from many places still lets
 * its owner in by a mailed link, and no open session is touched by any of this.
 */
export const limits = {
  loginOfAccountFromAddress: rule("login pair", 10, 15 * minute),
  loginOfAccount: rule("login account", 100, 15 * minute),
  loginFromAddress: rule("login address", 500, 15 * minute),
  mailToAccountFromAddress: rule("mail pair", 5, hour),
  mailToAccount: rule("mail account", 30, hour),
  mailFromAddress: rule("mail address", 60, hour),
  // A code has 128 bits, so nobody guesses one; what is counted per account alone would only shut out its owner.
  codeOfAccountFromAddress: rule("code pair", 10, 15 * minute),
  codeFromAddress: rule("code address", 100, 15 * minute),
  passwordOfLock: rule("lock password", 5, 15 * minute),
  lockFromAddress: rule("lock address", 300, 15 * minute),
  passwordOfSession: rule("password session", 10, 15 * minute),
  mailOfSession: rule("mail session", 5, hour),
  signUpFromAddress: rule("sign-up address", 500, hour),
  unsubscribeFromAddress: rule("unsubscribe address", 60, hour),
  eventsFromAddress: rule("events address", 1200, hour),
  // A class or an office behind one address may read a shared page at once; who guesses slugs gets nowhere anyway.
  publicReadFromAddress: rule("public read address", 3_000, hour),
  shareRecipientsOfAccount: rule("share recipients", 100, 24 * hour),
} as const;

/** How long a refusal is held back, in milliseconds: nothing to a person, and most of its speed to a loop. */
export const heldBackMs = 100;

/** Counts a try, or several at once; the refusal when there were too many, with how long to wait. */
export async function tooMany(
  deps: Pick<ApiDeps, "rateLimits" | "holdBack">,
  of: RateRule,
  key: string | number,
  count = 1,
): Promise<Refusal | null> {
  const taken = await deps.rateLimits.take(of, String(key), count);
  if (taken.allowed) return null;
  await deps.holdBack();
  return {
    rejected: true,
    code: "rate_limited",
    message: "That was tried too often. Please wait a little and try again.",
    retryAfterSeconds: taken.retryAfterSeconds,
  };
}

/** Counts a mail that somebody who is not signed in asks for, to whom it goes and from where; see {@link tooMany}. */
export async function tooManyMails(
  deps: Pick<ApiDeps, "rateLimits" | "holdBack">,
  emailHash: string,
  ip: string,
): Promise<Refusal | null> {
  return (
    (await tooMany(deps, limits.mailFromAddress, ip)) ??
    (await tooMany(deps, limits.mailToAccountFromAddress, `${emailHash} ${ip}`)) ??
    (await tooMany(deps, limits.mailToAccount, emailHash))
  );
}
