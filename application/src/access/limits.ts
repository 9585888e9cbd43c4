import { addressKey } from "@daybook/platform/rate-limits/address-key";
import type { RateRule } from "@daybook/platform/rate-limits/rate-limits";
import type { Refusal } from "../context.ts";
import type { Application } from "../application.ts";

const minute = 60_000;
const hour = 60 * minute;
const rule = (name: string, limit: number, windowMs: number): RateRule => ({ name, limit, windowMs });

/**
 * How often something may be tried. A visitor's tries are limited by IP address first, before they count for the account, so
 * one IP address cannot block an account. When an account's password is tried from many addresses, its owner can still log in by
 * a mailed link, and open sessions keep working.
 *
 * The names are stored with the counts, so do not change them. "pair" means an account and an IP address together.
 */
export const limits = {
  loginOfAccountFromIp: rule("login pair", 10, 15 * minute),
  loginOfAccount: rule("login account", 100, 15 * minute),
  loginFromIp: rule("login address", 500, 15 * minute),
  mailToAccountFromIp: rule("mail pair", 5, hour),
  mailToAccount: rule("mail account", 30, hour),
  mailFromIp: rule("mail address", 60, hour),
  // There is no limit for the codes of an account from all addresses: a code has 128 bits and cannot be guessed, so that limit would
  // only block the owner.
  codeOfAccountFromIp: rule("code pair", 10, 15 * minute),
  codeFromIp: rule("code address", 100, 15 * minute),
  passwordOfLock: rule("lock password", 5, 15 * minute),
  lockFromIp: rule("lock address", 300, 15 * minute),
  // For forms of a logged-in person that ask for the current password. The key is the user id; the stored name says "session".
  currentPasswordOfAccount: rule("password session", 10, 15 * minute),
  // A repeat can contain another password than the first request. So each repeat with a password counts as a guess.
  repeatedRequestWithPassword: rule("repeat password", 20, 15 * minute),
  // For mails that a logged-in person asks for. The key is the kind of mail and the user id.
  mailRequestsOfAccount: rule("mail session", 5, hour),
  signUpFromIp: rule("sign-up address", 500, hour),
  unsubscribeFromIp: rule("unsubscribe address", 60, hour),
  // For the usage events that browsers send for the analytics.
  usageEventsFromIp: rule("events address", 1200, hour),
  // Many people behind one IP address may read a shared page at the same time. The slug of a public link cannot be guessed.
  publicReadFromIp: rule("public read address", 3_000, hour),
  // Processing a picture can take seconds. Nobody adds this many by hand.
  photosOfAccount: rule("photos account", 600, hour),
  // A thief tries stolen cards one after the other.
  purchasesOfAccount: rule("purchases account", 20, hour),
  // Many people behind one IP address may try a code that they were given. Guessing one takes more tries.
  promoCodesFromIp: rule("promo codes address", 300, hour),
  shareRecipientsOfAccount: rule("share recipients", 100, 24 * hour),
} as const;

/** How long a refusal is delayed, in milliseconds. A person does not notice; an automated loop slows down. */
export const refusalDelayMs = 100;

/** Counts one or more tries. Returns the refusal when there were too many, with the time to wait. */
export async function limitTries(
  app: Pick<Application, "rateLimits" | "delayRefusal">,
  rateRule: RateRule,
  key: string | number,
  count = 1,
  message = "That was tried too often. Please wait a little and try again.",
): Promise<Refusal | null> {
  const allowance = await app.rateLimits.take(rateRule, String(key), count);
  if (allowance.allowed) return null;
  await app.delayRefusal();
  return {
    rejected: true,
    code: "rate_limited",
    message,
    retryAfterSeconds: allowance.retryAfterSeconds,
  };
}

/** The key of the tries of one IP address for one account. IPv6 addresses of one /64 share it. */
export const accountAndIpKey = (emailHash: string, ip: string): string => `${emailHash} ${addressKey(ip)}`;

/** Counts a mail that a visitor asks for, by recipient and by IP address; see {@link limitTries}. */
export async function limitMailsByHash(
  app: Pick<Application, "rateLimits" | "delayRefusal">,
  emailHash: string,
  ip: string,
): Promise<Refusal | null> {
  return (
    (await limitTries(app, limits.mailFromIp, ip)) ??
    (await limitTries(app, limits.mailToAccountFromIp, accountAndIpKey(emailHash, ip))) ??
    (await limitTries(app, limits.mailToAccount, emailHash))
  );
}
