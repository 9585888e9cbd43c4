import type { Credential } from "@daybook/platform/identity/credentials";
import { checkBot } from "../access/bot-check.ts";
import { accountAndIpKey, limits } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Caller, Context, Refusal } from "../context.ts";
import { hashEmail } from "./hash-email.ts";
import { startSession } from "./start-session.ts";
import { refuseExpired } from "./refuse-expired.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { wrongCredentials } from "./refusals.ts";

/** The fields of the log-in form. `turnstile` is the token of the bot check. */
export type LogInForm = {
  readonly email: string;
  readonly password: string;
  readonly turnstile?: string | undefined;
};

/**
 * Checks the password, and replaces a hash that was made without the pepper. `null` when the password is wrong or there is no such
 * account.
 */
export async function checkPassword(
  app: Application,
  emailHash: string,
  password: string,
): Promise<Credential | null> {
  const credential = await app.credentials.findByEmailHash(emailHash);
  const isCorrect = await app.passwords.verify(credential?.passwordHash ?? null, password);
  if (!credential || !isCorrect) return null;
  if (!app.passwords.lacksPepper(credential.passwordHash)) return credential;
  const passwordHash = await app.passwords.hash(password);
  if (await app.credentials.replaceHash(credential.userId, credential.passwordHash, passwordHash)) {
    return { ...credential, passwordHash };
  }
  // A concurrent log-in has replaced the hash, or the password was changed.
  return checkPassword(app, emailHash, password);
}

/**
 * The account with these credentials; `null` when they are wrong. A correct password resets the tries of this IP address for the
 * account.
 */
export async function checkCredentials(
  app: Application,
  caller: Caller,
  { email, password }: Pick<LogInForm, "email" | "password">,
): Promise<Credential | null> {
  const emailHash = hashEmail(app, email);
  const credential = await checkPassword(app, emailHash, password);
  if (credential)
    await app.rateLimits.reset(limits.loginOfAccountFromIp, accountAndIpKey(emailHash, caller.ip));
  return credential;
}

/**
 * Opens a session with an e-mail address and a password, unless the membership has expired. A repeat replaces the session that the
 * first run opened.
 */
export async function logIn(
  app: Application,
  context: Context<null>,
  form: LogInForm,
): Promise<SessionView | Refusal> {
  const { command, caller } = context;
  const refusal = command.completed ? null : await checkBot(app, form.turnstile, caller.ip);
  if (refusal) return refusal;
  const credential = await checkCredentials(app, caller, form);
  if (!credential) return wrongCredentials();
  const { userId, passwordHash } = credential;
  const expiredRefusal = await refuseExpired(app, userId);
  if (expiredRefusal) return expiredRefusal;
  return viewSession(app, await startSession(app, context, userId, { via: "password", passwordHash }));
}
