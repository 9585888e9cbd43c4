import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/vault/seal";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, loadAccount, originOf } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";
import { type PersonalData, readPersonalData } from "./personal-data.ts";
import { dropRequestedEmail } from "./restore-email.ts";
import { accountNotYetProjected, emailTaken } from "./refusals.ts";

const confirmLinkLifetimeMs = 48 * 3_600_000;

/** Changes of a person's names and e-mail address. Absent fields do not change. */
export type ProfileChanges = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly newEmail?: string | undefined;
};

/** Requests a new address, which takes effect when its mailed link is opened. The old address gets a notice. */
async function requestEmailChange(
  app: Application,
  { actor: { userId }, command, caller }: Context,
  key: DataKey,
  noticeRecipient: { readonly email: string; readonly firstName: string },
  newEmail: string,
): Promise<Refusal | null> {
  const limitRefusal = await limitTries(app, limits.mailRequestsOfAccount, `address ${userId}`);
  if (limitRefusal) return limitRefusal;
  const existingAccount = await app.credentials.findByEmailHash(hashEmail(app, newEmail));
  // If a crash interrupted the confirmation of this address, it may already belong to this account.
  if (existingAccount && existingAccount.userId !== userId) {
    const { message } = emailTaken();
    return reject("invalid", message, { new_email: message });
  }
  const { pendingEmailLinkId } = await loadAccount(app, userId);
  if (pendingEmailLinkId !== null) await dropRequestedEmail(app, userId, key);
  const [preferredLinkId, mailId] = command.ids;
  const linkId = await app.links.create({
    id: preferredLinkId,
    userId,
    purpose: "confirm_email",
    forMs: confirmLinkLifetimeMs,
  });
  const accountChange = await changeAccount(app, userId, command, "new address", {
    type: "RequestEmailChange",
    data: {
      linkId,
      email: seal(key, streamOf.account(userId), "account.email", newEmail),
      ...originOf(key, userId, caller),
      at: command.at,
    },
  });
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  const recipient = { address: newEmail, firstName: noticeRecipient.firstName };
  await app.mail({ id: mailId, userId, template: "confirm_email", params: { linkId }, recipient }, command);
  await app.mail(
    {
      id: app.newId(),
      userId,
      template: "email_change_notice",
      params: {},
      recipient: { address: noticeRecipient.email, firstName: noticeRecipient.firstName },
      dedupeKey: `email change notice ${linkId}`,
    },
    command,
  );
  return null;
}

/** Changes the actor's names, and requests a new address. Returns the new state. */
export async function updateProfile(
  app: Application,
  context: Context,
  changes: ProfileChanges,
): Promise<PersonalData | Refusal> {
  const { actor, command, caller } = context;
  const { userId } = actor;
  const stream = streamOf.account(userId);
  const [person, key] = await Promise.all([readPersonalData(app, userId), app.vault.openKey(stream)]);
  if (!person || !key) return accountNotYetProjected();
  if (command.completed) return person;
  const { firstName = person.firstName, lastName = person.lastName, newEmail } = changes;
  let { pendingEmail } = person;

  if (newEmail !== undefined && hashEmail(app, newEmail) !== hashEmail(app, person.email)) {
    const noticeRecipient = { email: person.email, firstName };
    const refusal = await requestEmailChange(app, context, key, noticeRecipient, newEmail);
    if (refusal) return refusal;
    pendingEmail = newEmail;
  } else if (newEmail !== undefined) {
    // Entering the current address cancels a pending request.
    await app.links.revokeAll(userId, ["confirm_email"]);
    await dropRequestedEmail(app, userId, key);
    pendingEmail = null;
  }
  if (firstName !== person.firstName || lastName !== person.lastName) {
    const accountChange = await changeAccount(app, userId, command, "names", {
      type: "ChangeProfile",
      data: {
        firstName: seal(key, stream, "account.first_name", firstName),
        lastName: seal(key, stream, "account.last_name", lastName),
        ...originOf(key, userId, caller),
        at: command.at,
      },
    });
    if (isRejection(accountChange)) return accountChange;
    await waitForReadModels(app, ["account"], accountChange.position);
  }
  return { ...person, firstName, lastName, pendingEmail };
}
