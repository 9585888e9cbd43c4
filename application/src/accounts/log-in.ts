import { checkBot } from "../access/bot-check.ts";
import { limits, tooMany } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { emailHash } from "./email-hash.ts";
import { startSession } from "./open-session.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { wrongCredentials } from "./refusals.ts";

/** The fields of the log-in form. `turnstile` is the token of the bot check. */
export type LogInForm = {
  readonly email: string;
  readonly password: string;
  readonly turnstile?: string | undefined;
};

/** Opens a session with an e-mail address and a password. */
export async function logIn(
  app: Application,
  context: Context<null>,
  form: LogInForm,
): Promise<SessionView | Refusal> {
  const { caller } = context;
  const hash = emailHash(app, form.email);
  const pair = `${hash} ${caller.ip}`;
  const refused =
    (await tooMany(app, limits.loginFromAddress, caller.ip)) ??
    (await tooMany(app, limits.loginOfAccountFromAddress, pair)) ??
    (await tooMany(app, limits.loginOfAccount, hash)) ??
    (await checkBot(app, form.turnstile, caller.ip));
  if (refused) return refused;
  const found = await app.credentials.findByEmailHash(hash);
  const right = await app.passwords.verify(found?.passwordHash ?? null, form.password);
  if (!found || !right) return wrongCredentials();
  await app.rateLimits.forgive(limits.loginOfAccountFromAddress, pair);
  const { userId, passwordHash } = found;
  return viewSession(app, await startSession(app, context, userId, { via: "password", passwordHash }));
}
