import { limits, limitTries, limitMailsByHash } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Caller, Refusal } from "../context.ts";
import { emailHash } from "./email-hash.ts";

type WithEmail = { readonly email: string };

/** The key of the tries of one IP address for one account. */
export const accountAndIpKey = (hash: string, { ip }: Caller): string => `${hash} ${ip}`;

/** Counts a try to log in. */
export async function limitLogIn(
  app: Application,
  caller: Caller,
  { email }: WithEmail,
): Promise<Refusal | null> {
  const hash = emailHash(app, email);
  return (
    (await limitTries(app, limits.loginFromIp, caller.ip)) ??
    (await limitTries(app, limits.loginOfAccountFromIp, accountAndIpKey(hash, caller))) ??
    (await limitTries(app, limits.loginOfAccount, hash))
  );
}

/** Counts a sign-up. The repeat of a sign-up that has succeeded counts as a log-in. */
export const limitSignUp = (
  app: Application,
  caller: Caller,
  form: WithEmail,
  hasSucceededBefore: boolean,
): Promise<Refusal | null> =>
  hasSucceededBefore ? limitLogIn(app, caller, form) : limitTries(app, limits.signUpFromIp, caller.ip);

/** Counts a mail that a visitor asks for. The repeat of a call that has succeeded sends none. */
export async function limitMails(
  app: Application,
  { ip }: Caller,
  { email }: WithEmail,
  hasSucceededBefore: boolean,
): Promise<Refusal | null> {
  return hasSucceededBefore ? null : limitMailsByHash(app, emailHash(app, email), ip);
}

/** Counts a try to use a mailed link. Links and codes count together. */
export const limitLinks = (app: Application, { ip }: Caller): Promise<Refusal | null> =>
  limitTries(app, limits.codeFromIp, ip);

/** Counts a try to use a mailed code. */
export async function limitCodes(
  app: Application,
  caller: Caller,
  { email }: WithEmail,
): Promise<Refusal | null> {
  const rateKey = accountAndIpKey(emailHash(app, email), caller);
  return (await limitLinks(app, caller)) ?? (await limitTries(app, limits.codeOfAccountFromIp, rateKey));
}
