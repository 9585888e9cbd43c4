import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { checkBot } from "../access/bot-check.ts";
import { accountAndIpKey, limits } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount, isStepDone, originOf } from "./change-account.ts";
import { replacePassword } from "./change-password.ts";
import { hashEmail } from "./hash-email.ts";
import { startSession } from "./start-session.ts";
import { refuseCommonPassword } from "./own-password.ts";
import { refuseExpired } from "./refuse-expired.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { unknownEmail } from "./refusals.ts";

const resetLinkLifetimeMs = 60 * 60_000;

/** Mails a code for setting a new password. Returns `null` when the mail is in the outbox. */
export async function requestPasswordReset(
  app: Application,
  { command, caller }: Context<null>,
  { email, turnstile }: { readonly email: string; readonly turnstile?: string | undefined },
): Promise<Refusal | null> {
  if (command.completed) return null;
  const emailHash = hashEmail(app, email);
  const refusal = await checkBot(app, turnstile, caller.ip);
  if (refusal) return refusal;
  const credentials = await app.credentials.findByEmailHash(emailHash);
  const key = credentials && (await app.vault.openKey(streamOf.account(credentials.userId)));
  if (!credentials || !key) return unknownEmail();
  const { userId } = credentials;
  const [preferredLinkId, mailId] = command.ids;
  const linkId = await app.links.create({
    id: preferredLinkId,
    userId,
    purpose: "reset_password",
    forMs: resetLinkLifetimeMs,
  });
  const accountChange = await changeAccount(app, userId, command, "forgot password", {
    type: "RequestPasswordReset",
    data: { linkId, ...originOf(key, userId, caller), at: command.at },
  });
  if (isRejection(accountChange)) return unknownEmail();
  await app.mail({ id: mailId, userId, template: "password_code", params: { linkId } }, command);
  return null;
}

/** The fields of the form. */
export type ResetForm = {
  readonly email: string;
  readonly code: string;
  readonly password: string;
};

function wrongCode(): Refusal {
  const message = "This code is wrong, was used before, or is too old.";
  return reject("wrong_code", message, { code: message });
}

/**
 * Sets a new password with a mailed code, and opens a session unless the membership has expired. For a few minutes, a repeat replaces
 * the session that the first run opened.
 */
export async function resetPassword(
  app: Application,
  context: Context<null>,
  { email, code, password }: ResetForm,
): Promise<SessionView | Refusal> {
  const { caller, command } = context;
  const emailHash = hashEmail(app, email);
  const refusal = refuseCommonPassword(password, "password");
  if (refusal) return refusal;
  const credentials = await app.credentials.findByEmailHash(emailHash);
  const linkUse = credentials && { userId: credentials.userId, commandId: command.commandId };
  const link = linkUse && (await app.links.use("reset_password", code.trim(), linkUse));
  if (!link) return wrongCode();
  const { userId, id: linkId } = link;
  if (!(await isStepDone(app, userId, command, "password"))) {
    const replaceRefusal = await replacePassword(app, context, userId, password, { who: "reset", linkId });
    if (replaceRefusal) return replaceRefusal;
  }
  await app.rateLimits.reset(limits.codeOfAccountFromIp, accountAndIpKey(emailHash, caller.ip));
  // The new password is already set. With the password, the person can renew the membership or downgrade.
  const expiredRefusal = await refuseExpired(app, userId);
  if (expiredRefusal) return expiredRefusal;
  const session = await startSession(app, context, userId, { via: "reset", linkId });
  return isRejection(session) ? wrongCode() : viewSession(app, session);
}
