import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount, originOf } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";
import { startSession } from "./start-session.ts";
import { refuseExpired } from "./refuse-expired.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { invalidLink, unknownEmail } from "./refusals.ts";

const loginLinkLifetimeMs = 15 * 60_000;

/** Mails a link that logs a person in without a password; `null` when the mail is in the outbox. */
export async function requestLoginLink(
  app: Application,
  { command, caller }: Context<null>,
  { email }: { readonly email: string },
): Promise<Refusal | null> {
  if (command.completed) return null;
  const emailHash = hashEmail(app, email);
  const credentials = await app.credentials.findByEmailHash(emailHash);
  if (!credentials) return unknownEmail();
  const { userId } = credentials;
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return unknownEmail();
  const [preferredLinkId, mailId] = command.ids;
  const linkId = await app.links.create({
    id: preferredLinkId,
    userId,
    purpose: "login",
    forMs: loginLinkLifetimeMs,
  });
  const accountChange = await changeAccount(app, userId, command, "login link", {
    type: "RequestLoginLink",
    data: { linkId, ...originOf(key, userId, caller), at: command.at },
  });
  if (isRejection(accountChange)) return unknownEmail();
  await app.mail({ id: mailId, userId, template: "login_link", params: { linkId } }, command);
  return null;
}

/** What the address of a mailed link contains. */
export type OpenedLink = {
  readonly linkId: number;
  readonly token: string;
};

/**
 * Opens a session by a mailed link, unless the membership has expired. For a few minutes, a repeat replaces the session that the first
 * run opened.
 */
export async function logInByLink(
  app: Application,
  context: Context<null>,
  { linkId, token }: OpenedLink,
): Promise<SessionView | Refusal> {
  const { commandId } = context.command;
  const userId = await app.links.ownerOf(linkId, "login", token);
  // This check comes before the link is used. So the link still works for a person who renews the membership in time.
  const refusal = userId === null ? null : await refuseExpired(app, userId);
  if (refusal) return refusal;
  const link = await app.links.use("login", token, { id: linkId, commandId });
  if (!link) return invalidLink();
  const session = await startSession(app, context, link.userId, { via: "link", linkId: link.id });
  return isRejection(session) ? invalidLink() : viewSession(app, session);
}
