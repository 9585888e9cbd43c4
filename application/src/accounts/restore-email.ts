import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";
import { hashEmail } from "./hash-email.ts";
import { readEmailFromLog } from "./personal-data.ts";

/** Replaces a refused new address in the credentials by the address that the account has in the log. */
export async function restoreEmail(
  app: Application,
  userId: number,
  key: DataKey,
  refusedEmail: string,
): Promise<void> {
  const email = await readEmailFromLog(app, userId, key);
  if (email === null) return;
  const refusedHash = hashEmail(app, refusedEmail);
  await app.credentials.replaceEmail(userId, refusedHash, hashEmail(app, email));
  // The refused address may have been confirmed after the log was read. Then it is the account's address after all.
  if ((await readEmailFromLog(app, userId, key)) === refusedEmail)
    await app.credentials.setEmail(userId, refusedHash);
}

/**
 * Replaces the newest requested address in the credentials by the address that the account has in the log. If a crash
 * interrupted the confirmation of the requested address, the credentials may still contain it.
 */
export async function dropRequestedEmail(app: Application, userId: number, key: DataKey): Promise<void> {
  const stream = streamOf.account(userId);
  const request = await app.commands.findLast(stream, ({ type }) => type === "EmailChangeRequested");
  if (request?.type !== "EmailChangeRequested") return;
  await restoreEmail(app, userId, key, open(key, stream, "account.email", request.data.email));
}
