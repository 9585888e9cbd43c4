import { product } from "@daybook/domain/contract/bounds";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { signUp, verifySignUp } from "@daybook/application/accounts/sign-up";
import { limitSignUp } from "@daybook/application/accounts/limit-visitors";
import type { Mount } from "../../http/mount.ts";
import { type ClientApplication, presentSession } from "../../presenters/session.ts";

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
      const { body } = call;
      const session = await signUp(app, call, {
        email: body.email,
        password: body.password,
        firstName: body.first_name,
        lastName: body.last_name,
        receiveMarketingEmails: body.receive_marketing_emails,
        timezone: body.timezone,
        dateFormat: body.date_format,
        isBrowser: body.client === product.client,
      });
      return isRejection(session) ? session : { status: 201, body: presentSession(session, client) };
    },
    {
      beforeCommand: ({ caller, body }, isCompleted) => limitSignUp(app, caller, body, isCompleted),
    },
  );
}
