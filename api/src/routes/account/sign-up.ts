import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { signUp, verifySignUp } from "@daybook/application/accounts/sign-up";
import { limitSignUp } from "@daybook/application/accounts/limit-visitors";
import type { Mount } from "../../http/mount.ts";
import { type ClientApplication, presentSession } from "../../presenters/session.ts";
import { readSignUp } from "./read-sign-up.ts";

/** The calls of the sign-up form. */
export function mountSignUp(mount: Mount, app: Application, client: ClientApplication): void {
  mount(
    "verifyNew",
    async (call) =>
      (await verifySignUp(app, call, call.body)) ?? { status: 200, body: { verified: true as const } },
  );

  mount(
    "freeSignup",
    async (call) => {
      const session = await signUp(app, call, readSignUp(call.body));
      return isRejection(session) ? session : { status: 201, body: presentSession(session, client) };
    },
    {
      beforeCommand: ({ caller, body }, hasSucceededBefore) =>
        limitSignUp(app, caller, body, hasSucceededBefore),
    },
  );
}
