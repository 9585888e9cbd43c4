import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { confirmEmail } from "@daybook/application/accounts/confirm-email";
import { limitLinks } from "@daybook/application/accounts/limit-visitors";
import { readProfile } from "@daybook/application/accounts/read-account";
import { updateProfile } from "@daybook/application/accounts/update-profile";
import type { Mount } from "../../http/mount.ts";
import { presentProfile } from "../../presenters/account.ts";

/** The calls about a person's names and e-mail address. */
export function mountProfile(mount: Mount, app: Application): void {
  mount("getProfile", async (call) => {
    const person = await readProfile(app, call);
    return isRejection(person) ? person : { status: 200, body: { profile: presentProfile(person) } };
  });

  mount("updateProfile", async (call) => {
    const { first_name: firstName, last_name: lastName, new_email: newEmail } = call.body;
    const person = await updateProfile(app, call, { firstName, lastName, newEmail });
    if (isRejection(person)) return person;
    const profile = presentProfile(person);
    return { status: 200, body: { profile, pending_email: profile.pending_email } };
  });

  mount(
    "confirmEmail",
    async (call) => {
      const person = await confirmEmail(app, call, call.body.token);
      return isRejection(person) ? person : { status: 200, body: { profile: presentProfile(person) } };
    },
    { beforeCommand: ({ caller }) => limitLinks(app, caller) },
  );
}
