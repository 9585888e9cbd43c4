import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";
import { hashEmail } from "./hash-email.ts";

/** Replaces a refused new address in the credentials by the account's own, which is in the log. */
export async function restoreEmail(
  app: Application,
  userId: number,
  key: DataKey,
  refusedEmail: string,
): Promise<void> {
  const stream = streamOf.account(userId);
  const event = await app.commands.findLast(
    stream,
    ({ type }) => type === "AccountOpened" || type === "EmailChanged",
  );
  if (event?.type !== "AccountOpened" && event?.type !== "EmailChanged") return;
  const email = open(key, stream, "account.email", event.data.email);
  await app.credentials.replaceEmail(userId, hashEmail(app, refusedEmail), hashEmail(app, email));
}

/**
 * Replaces the newest requested address in the credentials by the account's own. A crash during its confirmation may have left it there.
 */
export async function dropRequestedEmail(app: Application, userId: number, key: DataKey): Promise<void> {
  const stream = streamOf.account(userId);
  const request = await app.commands.findLast(stream, ({ type }) => type === "EmailChangeRequested");
  if (request?.type !== "EmailChangeRequested") return;
  await restoreEmail(app, userId, key, open(key, stream, "account.email", request.data.email));
}
