import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { finishAccountErasure } from "../../processes/erase-account.ts";
import { changeAccount, originOf } from "./change-account.ts";
import { isOwnPassword, wrongPassword } from "./passwords.ts";
import { readPersonalData } from "./session-reply.ts";

/** The calls that end an account. */
export function mountDeletion(mount: Mount, deps: ApiDeps): void {
  mount("requestDelete", async ({ actor, act, caller }) => {
    const { userId } = actor;
    const limited = await tooMany(deps, limits.mailOfSession, `delete ${userId}`);
    if (limited) return limited;
    const key = await deps.vault.openKey(streamOf.account(userId));
    if (!key) return reject("unauthenticated", "Your session has ended. Please log in.");
    const noted = await changeAccount(deps, userId, act, "delete request", {
      type: "RequestDeletion",
      data: { ...originOf(key, userId, caller), at: act.at },
    });
    if (isRejection(noted)) return noted;
    await deps.mail({ id: act.ids[1], userId, template: "delete_link", params: {} });
    return { status: 204 };
  });

  mount("deleteAccount", async ({ actor, body, act }) => {
    const { userId } = actor;
    const limited = await tooMany(deps, limits.passwordOfSession, userId);
    if (limited) return limited;
    if (!(await isOwnPassword(deps, userId, body.password))) return wrongPassword("password");
    const stream = streamOf.account(userId);
    const person = await readPersonalData(deps, userId);
    await deps.vault.beginErasure(stream);
    const erased = await changeAccount(deps, userId, act, "erase", {
      type: "EraseAccount",
      data: { at: act.at },
    });
    if (isRejection(erased)) return erased;
    if (person) {
      await deps.mail({
        id: act.ids[1],
        userId: null,
        template: "account_deleted",
        params: {},
        // The mail outlives the account, so it knows no name.
        recipient: { address: person.email, firstName: "" },
      });
    }
    await finishAccountErasure(deps, userId);
    return { status: 204 };
  });
}
