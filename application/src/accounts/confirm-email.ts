import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { open } from "@daybook/platform/vault/seal";
import { accountById } from "@daybook/read-models/queries/accounts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, isStepDone, loadAccount } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";
import { type PersonalData, readPersonalData, readStoredPersonalData } from "./personal-data.ts";
import { accountNotYetProjected, emailTaken, invalidLink } from "./refusals.ts";

/**
 * Changes the account's address to the requested new one, by the token from its mailed link. For a few minutes, a repeat returns the
 * current profile.
 */
export async function confirmEmail(
  app: Application,
  { command }: Context<null>,
  token: string,
): Promise<PersonalData | Refusal> {
  const link = await app.links.use("confirm_email", token, { commandId: command.commandId });
  if (!link) return invalidLink();
  const { userId } = link;
  if (await isStepDone(app, userId, command, "confirm address")) {
    return (await readPersonalData(app, userId)) ?? accountNotYetProjected();
  }
  const stream = streamOf.account(userId);
  const [row, key, account] = await Promise.all([
    accountById(app.pool, userId),
    app.vault.openKey(stream),
    loadAccount(app, userId),
  ]);
  if (!row?.pendingEmail || !key || account.pendingEmailLinkId !== link.id) return invalidLink();
  const email = open(key, stream, "account.email", row.pendingEmail);
  if (!(await app.credentials.setEmail(userId, hashEmail(app, email)))) return emailTaken();
  // Links that were mailed to the old address must not open the account. They are revoked before the event, because a repeat changes
  // nothing more once the event is stored, and after it, because a link could be requested in the meantime.
  const revokeMailedLinks = () => app.links.revokeAll(userId, ["login", "reset_password"]);
  await revokeMailedLinks();
  const accountChange = await changeAccount(app, userId, command, "confirm address", {
    type: "ConfirmEmail",
    data: { linkId: link.id, email: row.pendingEmail, at: command.at },
  });
  if (isRejection(accountChange)) return invalidLink();
  await revokeMailedLinks();
  await waitForReadModels(app, ["account"], accountChange.position);
  const person = await readStoredPersonalData(app, userId);
  return person ? { ...person, email, pendingEmail: null } : accountNotYetProjected();
}
