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
    const personalData = await readProfile(app, call);
    return isRejection(personalData)
      ? personalData
      : { status: 200, body: { profile: presentProfile(personalData) } };
  });

  mount("updateProfile", async (call) => {
    const { first_name: firstName, last_name: lastName, new_email: newEmail } = call.body;
    const personalData = await updateProfile(app, call, { firstName, lastName, newEmail });
    if (isRejection(personalData)) return personalData;
    const profile = presentProfile(personalData);
    return { status: 200, body: { profile, pending_email: profile.pending_email } };
  });

  mount(
    "confirmEmail",
    async (call) => {
      const personalData = await confirmEmail(app, call, call.body.token);
      return isRejection(personalData)
        ? personalData
        : { status: 200, body: { profile: presentProfile(personalData) } };
    },
    { beforeCommand: ({ caller }) => limitLinks(app, caller) },
  );
}
