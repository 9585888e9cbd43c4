import { accountAndIpKey, limits, limitTries, limitMailsByHash } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Caller, Refusal } from "../context.ts";
import { hashEmail } from "./hash-email.ts";

type WithEmail = { readonly email: string };

/** Counts a try to log in. */
export async function limitLogIn(
  app: Application,
  caller: Caller,
  { email }: WithEmail,
): Promise<Refusal | null> {
  const emailHash = hashEmail(app, email);
  return (
    (await limitTries(app, limits.loginFromIp, caller.ip)) ??
    (await limitTries(app, limits.loginOfAccountFromIp, accountAndIpKey(emailHash, caller.ip))) ??
    (await limitTries(app, limits.loginOfAccount, emailHash))
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

/** Counts a mail that a visitor asks for. The repeat of a call that has succeeded sends no mail, and is not counted. */
export async function limitMails(
  app: Application,
  { ip }: Caller,
  { email }: WithEmail,
  hasSucceededBefore: boolean,
): Promise<Refusal | null> {
  return hasSucceededBefore ? null : limitMailsByHash(app, hashEmail(app, email), ip);
}

/** Counts a try to use a mailed link or code from one IP address. Links and codes share one limit. */
export const limitLinks = (app: Application, { ip }: Caller): Promise<Refusal | null> =>
  limitTries(app, limits.codeFromIp, ip);

/** Counts a try to use a mailed code. */
export async function limitCodes(
  app: Application,
  caller: Caller,
  { email }: WithEmail,
): Promise<Refusal | null> {
  const rateKey = accountAndIpKey(hashEmail(app, email), caller.ip);
  return (await limitLinks(app, caller)) ?? (await limitTries(app, limits.codeOfAccountFromIp, rateKey));
}
