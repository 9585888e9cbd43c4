import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, isStepDone, loadAccount, originOf } from "./change-account.ts";
import { dropRequestedEmail } from "./restore-email.ts";
import { isOwnPassword, refuseCommonPassword, wrongPassword } from "./own-password.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { sessionEnded } from "./refusals.ts";

/** Who replaces a password: the owner within a session, or the person with the mailed code. */
export type PasswordReplacement =
  | { readonly who: "owner"; readonly token: string; readonly sessionId: number }
  | { readonly who: "reset"; readonly linkId: number };

/** Replaces a password, ends all sessions but the actor's, revokes mailed links, and tells the owner by mail. */
export async function replacePassword(
  app: Application,
  { command, caller }: Context<Actor | null>,
  userId: number,
  password: string,
  replacement: PasswordReplacement,
): Promise<Rejection | null> {
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return reject("not_found", "There is no such account.");
  const { pendingEmailLinkId } = await loadAccount(app, userId);
  const dropNewEmail = async () => {
    if (pendingEmailLinkId !== null) await dropRequestedEmail(app, userId, key);
  };
  await app.credentials.setPassword(userId, await app.passwords.hash(password));
  await app.sessions.revokeAll(userId, replacement.who === "owner" ? { exceptToken: replacement.token } : {});
  // This also cancels a pending new address: an intruder may have requested it.
  const purposes = ["login", "reset_password", "confirm_email"] as const;
  await app.links.revokeAll(userId, purposes, replacement.who === "reset" ? replacement.linkId : undefined);
  // These steps come before the event, because a repeat does nothing more once the event is stored.
  await dropNewEmail();
  const [, mailId] = command.ids;
  await app.mail({ id: mailId, userId, template: "password_changed", params: {} }, command);
  const origin = originOf(key, userId, caller);
  const accountChange = await changeAccount(
    app,
    userId,
    command,
    "password",
    { type: "ChangePassword", data: { by: replacement.who, ...origin, at: command.at } },
    {
      type: "RevokeSessions",
      data: {
        except: replacement.who === "owner" ? replacement.sessionId : null,
        reason: replacement.who === "owner" ? "password_changed" : "password_reset",
        ...origin,
        at: command.at,
      },
    },
  );
  if (isRejection(accountChange)) return accountChange;
  // A confirmation that ran in the meantime may have stored the new address again.
  await dropNewEmail();
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

/** The fields of the form. */
export type PasswordForm = { readonly currentPassword: string; readonly newPassword: string };

/** Checks both passwords of the form, then replaces the actor's password. Returns the refusal, or `null` on success. */
async function replaceOwnPassword(
  app: Application,
  context: Context,
  { currentPassword, newPassword }: PasswordForm,
): Promise<Refusal | null> {
  const { actor, command } = context;
  const limitRefusal = await limitTries(app, limits.currentPasswordOfAccount, actor.userId);
  if (limitRefusal) return limitRefusal;
  const isCorrect = await isOwnPassword(app, actor.userId, currentPassword);
  // A crash may have interrupted the first run after it stored the new password.
  const wasInterrupted =
    !isCorrect && command.repeated && (await isOwnPassword(app, actor.userId, newPassword));
  if (!isCorrect && !wasInterrupted) return wrongPassword("current_password");
  const commonRefusal = refuseCommonPassword(newPassword, "new_password");
  if (commonRefusal) return commonRefusal;
  const replacement = { who: "owner", token: actor.token, sessionId: actor.sessionId } as const;
  const refusal = await replacePassword(app, context, actor.userId, newPassword, replacement);
  if (!refusal) await app.rateLimits.reset(limits.currentPasswordOfAccount, String(actor.userId));
  return refusal;
}

/** Changes the actor's password. Every other session ends; the actor's session continues. */
export async function changePassword(
  app: Application,
  context: Context,
  form: PasswordForm,
): Promise<SessionView | Refusal> {
  const { actor, command } = context;
  const isDone = await isStepDone(app, actor.userId, command, "password");
  const refusal = isDone ? null : await replaceOwnPassword(app, context, form);
  if (refusal) return refusal;
  return viewSession(app, (await app.sessions.findByToken(actor.token)) ?? sessionEnded());
}
