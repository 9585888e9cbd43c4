import { streamOf } from "@daybook/domain/kernel/ids";
import type { Profile } from "@daybook/domain/contract/account";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { open, seal } from "@daybook/platform/privacy/seal";
import { accountById } from "@daybook/read-models/queries/accounts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { projected } from "../projected.ts";
import { changeAccount, loadAccount, originOf } from "./change-account.ts";
import { emailHash } from "./email-hash.ts";
import { type PersonalData, readPersonalData } from "./session-reply.ts";
import { emailTaken } from "./sign-up.ts";

const confirmFor = 48 * 3_600_000;

const late = () => reject("unavailable", "Your account is being brought up to date. Please try again.");

const presentProfile = (person: PersonalData): Profile => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  created_at: person.createdAt,
  pending_email: person.pendingEmail,
});

/** Who somebody is. A new address whose link was used up, called off or ran out is waited for no more. */
async function readPerson(deps: ApiDeps, userId: number): Promise<PersonalData | null> {
  const person = await readPersonalData(deps, userId);
  if (!person?.pendingEmail) return person;
  const { pendingEmailLink } = await loadAccount(deps, userId);
  const isWaiting = pendingEmailLink !== null && (await deps.links.isOpen(pendingEmailLink, "confirm_email"));
  return isWaiting ? person : { ...person, pendingEmail: null };
}

/** The calls about who somebody is. A new address counts once its mailed link was opened. */
export function mountProfile(mount: Mount, deps: ApiDeps): void {
  mount("getProfile", async ({ actor }) => {
    const person = await readPerson(deps, actor.userId);
    return person ? { status: 200, body: { profile: presentProfile(person) } } : late();
  });

  mount("updateProfile", async ({ actor, body, act, caller }) => {
    const { userId } = actor;
    const stream = streamOf.account(userId);
    const [person, key] = await Promise.all([readPerson(deps, userId), deps.vault.openKey(stream)]);
    if (!person || !key) return late();
    const firstName = body.first_name ?? person.firstName;
    const lastName = body.last_name ?? person.lastName;
    const origin = originOf(key, userId, caller);
    const oldHash = emailHash(deps, person.email);
    const newEmail = body.new_email ?? person.email;
    const newHash = emailHash(deps, newEmail);
    let { pendingEmail } = person;
    let position = null;

    if (newHash !== oldHash) {
      const limited = await tooMany(deps, limits.mailOfSession, `address ${userId}`);
      if (limited) return limited;
      const taken = await deps.credentials.findByEmailHash(newHash);
      // Its own already: confirmed in the vault, and cut off before the log.
      if (taken && taken.userId !== userId) {
        const { message } = emailTaken();
        return reject("invalid", message, { new_email: message });
      }
      const [linkId, mailId] = act.ids;
      await deps.links.open({ id: linkId, userId, purpose: "confirm_email", forMs: confirmFor });
      const asked = await changeAccount(deps, userId, act, "new address", {
        type: "RequestEmailChange",
        data: {
          linkId,
          email: seal(key, stream, "account.email", newEmail),
          ...origin,
          at: act.at,
        },
      });
      if (isRejection(asked)) return asked;
      position = asked.position;
      pendingEmail = newEmail;
      await projected(deps, ["account"], position);
      await deps.mail({ id: mailId, userId, template: "confirm_email", params: { linkId } });
      await deps.mail({
        id: deps.newId(),
        userId,
        template: "email_change_notice",
        params: {},
        recipient: { address: person.email, firstName },
        dedupeKey: `email change notice ${linkId}`,
      });
    } else if (body.new_email !== undefined) {
      // Who names the address that they have wants no other.
      await deps.links.revokeAll(userId, ["confirm_email"]);
      pendingEmail = null;
    }
    if (firstName !== person.firstName || lastName !== person.lastName) {
      const named = await changeAccount(deps, userId, act, "names", {
        type: "ChangeProfile",
        data: {
          firstName: seal(key, stream, "account.first_name", firstName),
          lastName: seal(key, stream, "account.last_name", lastName),
          ...origin,
          at: act.at,
        },
      });
      if (isRejection(named)) return named;
      position = named.position;
    }
    await projected(deps, ["account"], position);
    const profile = presentProfile({ ...person, firstName, lastName, pendingEmail });
    return { status: 200, body: { profile, pending_email: pendingEmail } };
  });

  mount("confirmEmail", async ({ body, act, caller }) => {
    const invalid = () => reject("not_found", "That link is invalid.");
    const limited = await tooMany(deps, limits.codeFromAddress, caller.ip);
    if (limited) return limited;
    const link = await deps.links.use("confirm_email", body.token);
    if (!link) return invalid();
    const { userId } = link;
    const stream = streamOf.account(userId);
    const [row, key, account] = await Promise.all([
      accountById(deps.pool, userId),
      deps.vault.openKey(stream),
      loadAccount(deps, userId),
    ]);
    if (!row?.pendingEmail || !key || account.pendingEmailLink !== link.id) return invalid();
    const email = open(key, stream, "account.email", row.pendingEmail);
    if (!(await deps.credentials.setEmail(userId, emailHash(deps, email)))) return emailTaken();
    const confirmed = await changeAccount(deps, userId, act, "confirm address", {
      type: "ConfirmEmail",
      data: { linkId: link.id, email: row.pendingEmail, at: act.at },
    });
    if (isRejection(confirmed)) return invalid();
    // What was mailed to the old address opens the account no more.
    await deps.links.revokeAll(userId, ["login", "reset_password"]);
    await projected(deps, ["account"], confirmed.position);
    const person = await readPersonalData(deps, userId);
    if (!person) return late();
    return { status: 200, body: { profile: presentProfile({ ...person, email, pendingEmail: null }) } };
  });
}
