import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import { accountById } from "@daybook/read-models/queries/accounts";
import type { Application } from "../application.ts";
import { loadAccount } from "./change-account.ts";

/** A person's decrypted names and e-mail address. */
export type PersonalData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** A requested new address that is not confirmed yet. */
  readonly pendingEmail: string | null;
  readonly createdAt: string;
};

/**
 * Reads the names and addresses that are stored for a person; `null` while the read model is behind, or when the account was
 * erased.
 */
export async function readStoredPersonalData(app: Application, userId: number): Promise<PersonalData | null> {
  const stream = streamOf.account(userId);
  const [row, key] = await Promise.all([accountById(app.pool, userId), app.vault.openKey(stream)]);
  if (!row || !key) return null;
  return {
    firstName: open(key, stream, "account.first_name", row.firstName),
    lastName: open(key, stream, "account.last_name", row.lastName),
    email: open(key, stream, "account.email", row.email),
    pendingEmail: row.pendingEmail && open(key, stream, "account.email", row.pendingEmail),
    createdAt: row.createdAt,
  };
}

/** Like {@link readStoredPersonalData}, but without a pending address whose link was used, revoked or has expired. */
export async function readPersonalData(app: Application, userId: number): Promise<PersonalData | null> {
  const person = await readStoredPersonalData(app, userId);
  if (!person?.pendingEmail) return person;
  const { pendingEmailLinkId } = await loadAccount(app, userId);
  const isLinkUsable =
    pendingEmailLinkId !== null && (await app.links.isUsable(pendingEmailLinkId, "confirm_email"));
  return isLinkUsable ? person : { ...person, pendingEmail: null };
}

/**
 * Reads the newest e-mail address of an account from the log. The event `AccountErased` removes the address only from the read
 * model, so this works until the account's key is deleted. `null` when there is no such account.
 */
export async function readEmailFromLog(
  app: Application,
  userId: number,
  key: DataKey,
): Promise<string | null> {
  const stream = streamOf.account(userId);
  const event = await app.commands.findLast(
    stream,
    ({ type }) => type === "AccountOpened" || type === "EmailChanged",
  );
  if (event?.type !== "AccountOpened" && event?.type !== "EmailChanged") return null;
  return open(key, stream, "account.email", event.data.email);
}
