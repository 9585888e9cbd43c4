import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { open } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, isStepDone, loadAccount } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";
import { type PersonalData, readPersonalData, readStoredPersonalData } from "./personal-data.ts";
import { restoreEmail } from "./restore-email.ts";
import { accountNotYetProjected, emailTaken, invalidLink } from "./refusals.ts";

/**
 * Changes the account's address to the requested new one. The token comes from the link that was mailed to the new address. For a few
 * minutes, a repeat returns the current profile. Later, the link is invalid.
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
  const [request, key, account] = await Promise.all([
    // The request is read from the log, because the read model may still have the address of an earlier request.
    app.commands.findLast(stream, ({ type }) => type === "EmailChangeRequested"),
    app.vault.openKey(stream),
    loadAccount(app, userId),
  ]);
  if (request?.type !== "EmailChangeRequested" || !key) return invalidLink();
  if (account.pendingEmailLinkId !== link.id || request.data.linkId !== link.id) return invalidLink();
  const sealedEmail = request.data.email;
  const email = open(key, stream, "account.email", sealedEmail);
  const setEmail = () => app.credentials.setEmail(userId, hashEmail(app, email));
  if (!(await setEmail())) return emailTaken();
  // Links that were mailed to the old address must not open the account. They are revoked before the event is stored, because a repeat
  // that finds the event returns early and revokes nothing. They are revoked again after the event is stored, because a link could be
  // requested in the meantime.
  const revokeMailedLinks = () => app.links.revokeAll(userId, ["login", "reset_password"]);
  await revokeMailedLinks();
  const accountChange = await changeAccount(app, userId, command, "confirm address", {
    type: "ConfirmEmail",
    data: { linkId: link.id, email: sealedEmail, at: command.at },
  });
  if (isRejection(accountChange)) {
    // The request was cancelled or replaced in the meantime.
    await restoreEmail(app, userId, key, email);
    return invalidLink();
  }
  await revokeMailedLinks();
  // Before the event was stored, a command that cancels the new address may have put the old one back. So set the new one again.
  await setEmail();
  await waitForReadModels(app, ["account"], accountChange.position);
  const person = await readStoredPersonalData(app, userId);
  return person ? { ...person, email, pendingEmail: null } : accountNotYetProjected();
}
