import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Context, Refusal } from "../context.ts";
import { eraseStream } from "../erasure/erase-stream.ts";
import { changeAccount, isStepDone, originOf } from "./change-account.ts";
import { finishAccountErasure, mailDeletionNotice } from "./erase-account.ts";
import { isOwnPassword, wrongPassword } from "./own-password.ts";
import { sessionEnded } from "./refusals.ts";

/** Mails the person the link to the page that deletes the account. */
export async function requestDeletion(
  app: Application,
  { actor: { userId }, command, caller }: Context,
): Promise<Refusal | null> {
  if (await isStepDone(app, userId, command, "delete request")) return null;
  const limitRefusal = await limitTries(app, limits.mailRequestsOfAccount, `delete ${userId}`);
  if (limitRefusal) return limitRefusal;
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return sessionEnded();
  // The mail is stored before the event, because a repeat does nothing more once the event is stored.
  const [, mailId] = command.ids;
  await app.mail({ id: mailId, userId, template: "delete_link", params: {} }, command);
  const accountChange = await changeAccount(app, userId, command, "delete request", {
    type: "RequestDeletion",
    data: { ...originOf(key, userId, caller), at: command.at },
  });
  return isRejection(accountChange) ? accountChange : null;
}

/** Checks the password, erases the account permanently, with everything in it, and mails that it was deleted. */
export async function deleteAccount(
  app: Application,
  { actor: { userId }, command }: Context,
  { password }: { readonly password: string },
): Promise<Refusal | null> {
  const limitRefusal = await limitTries(app, limits.currentPasswordOfAccount, userId);
  if (limitRefusal) return limitRefusal;
  if (!(await isOwnPassword(app, userId, password))) return wrongPassword("password");
  const stream = streamOf.account(userId);
  const erase = { type: "EraseAccount" as const, data: { at: command.at } };
  const context = childCommand(command, "erase");
  const execution = { decider: accountDecider, stream, command: erase, context };
  const erasure = await eraseStream(
    app,
    execution,
    () => finishAccountErasure(app, userId),
    () => mailDeletionNotice(app, command, userId),
  );
  return isRejection(erasure) ? erasure : null;
}
