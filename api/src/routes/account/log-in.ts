import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import type { Refusal } from "@daybook/application/context";
import { changePassword } from "@daybook/application/accounts/change-password";
import { logOut } from "@daybook/application/accounts/end-session";
import { logIn } from "@daybook/application/accounts/log-in";
import { limitCodes, limitLinks, limitLogIn, limitMails } from "@daybook/application/accounts/limit-visitors";
import { logInByLink, requestLoginLink } from "@daybook/application/accounts/login-link";
import { refreshSession } from "@daybook/application/accounts/refresh-session";
import { requestPasswordReset, resetPassword } from "@daybook/application/accounts/reset-password";
import type { SessionView } from "@daybook/application/accounts/session-view";
import type { Mount } from "../../http/mount.ts";
import { type ClientApplication, presentSession } from "../../presenters/session.ts";

/** The calls for logging in and out, and for changing or resetting a password. */
export function mountLogIn(mount: Mount, app: Application, client: ClientApplication): void {
  const replyWithSession = (view: SessionView | Refusal) =>
    isRejection(view) ? view : { status: 200, body: presentSession(view, client) };

  mount("login", async (call) => replyWithSession(await logIn(app, call, call.body)), {
    beforeCommand: ({ caller, body }) => limitLogIn(app, caller, body),
  });
  mount("refreshToken", async (call) => replyWithSession(await refreshSession(app, call)));
  mount("logout", async (call) => {
    await logOut(app, call);
    return { status: 204 };
  });

  mount(
    "requestLoginLink",
    async (call) => (await requestLoginLink(app, call, call.body)) ?? { status: 204 },
    {
      beforeCommand: ({ caller, body }, hasSucceededBefore) =>
        limitMails(app, caller, body, hasSucceededBefore),
    },
  );
  mount(
    "magicLink",
    async (call) => {
      const { params, body } = call;
      return replyWithSession(await logInByLink(app, call, { linkId: params.linkId, token: body.c }));
    },
    { beforeCommand: ({ caller }) => limitLinks(app, caller) },
  );

  mount("changePassword", async (call) => {
    const { current_password: currentPassword, new_password: newPassword } = call.body;
    return replyWithSession(await changePassword(app, call, { currentPassword, newPassword }));
  });
  mount(
    "forgotPassword",
    async (call) => (await requestPasswordReset(app, call, call.body)) ?? { status: 204 },
    {
      beforeCommand: ({ caller, body }, hasSucceededBefore) =>
        limitMails(app, caller, body, hasSucceededBefore),
    },
  );
  mount("resetPassword", async (call) => replyWithSession(await resetPassword(app, call, call.body)), {
    beforeCommand: ({ caller, body }) => limitCodes(app, caller, body),
  });
}
