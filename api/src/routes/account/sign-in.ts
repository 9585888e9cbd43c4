import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { checkBot } from "../../policies/bot-check.ts";
import { limits, tooMany, tooManyMails } from "../../policies/limits.ts";
import { changeAccount, originOf } from "./change-account.ts";
import { emailHash } from "./email-hash.ts";
import { answerSession, refuseExpired, startSession, wrongCredentials } from "./open-session.ts";

const loginLinkFor = 15 * 60_000;

/** What somebody is told whose address has no account (spec section 8). */
export const unknownEmail = () =>
  reject("unknown_email", "Sorry, no account was found with that email address.");

/** The calls that open, renew and end a session. */
export function mountSignIn(mount: Mount, deps: ApiDeps): void {
  mount("login", async ({ body, act, caller }) => {
    const hash = emailHash(deps, body.email);
    const pair = `${hash} ${caller.ip}`;
    const limited =
      (await tooMany(deps, limits.loginFromAddress, caller.ip)) ??
      (await tooMany(deps, limits.loginOfAccountFromAddress, pair)) ??
      (await tooMany(deps, limits.loginOfAccount, hash));
    if (limited) return limited;
    const refused = await checkBot(deps, body.turnstile, caller.ip);
    if (refused) return refused;
    const found = await deps.credentials.findByEmailHash(hash);
    const right = await deps.passwords.verify(found?.passwordHash ?? null, body.password);
    if (!found || !right) return wrongCredentials();
    await deps.rateLimits.forgive(limits.loginOfAccountFromAddress, pair);
    const expired = await refuseExpired(deps, found.userId, act.at);
    if (expired) return expired;
    const { userId, passwordHash } = found;
    return answerSession(deps, 200, await startSession(deps, userId, "password", act, caller, passwordHash));
  });

  mount("requestLoginLink", async ({ body, act, caller }) => {
    const hash = emailHash(deps, body.email);
    const limited = await tooManyMails(deps, hash, caller.ip);
    if (limited) return limited;
    const found = await deps.credentials.findByEmailHash(hash);
    if (!found) return unknownEmail();
    const { userId } = found;
    const key = await deps.vault.openKey(streamOf.account(userId));
    if (!key) return unknownEmail();
    const [linkId, mailId] = act.ids;
    await deps.links.open({ id: linkId, userId, purpose: "login", forMs: loginLinkFor });
    const noted = await changeAccount(deps, userId, act, "login link", {
      type: "RequestLoginLink",
      data: { linkId, ...originOf(key, userId, caller), at: act.at },
    });
    if (isRejection(noted)) return unknownEmail();
    await deps.mail({ id: mailId, userId, template: "login_link", params: { linkId } });
    return { status: 204 };
  });

  mount("magicLink", async ({ params, body, act, key, caller }) => {
    const invalid = () => reject("not_found", "That link is invalid.");
    const limited = await tooMany(deps, limits.codeFromAddress, caller.ip);
    if (limited) return limited;
    const link = await deps.links.use("login", body.c, { id: params.linkId, act: key });
    if (!link) return invalid();
    const expired = await refuseExpired(deps, link.userId, act.at);
    if (expired) return expired;
    const session = await startSession(deps, link.userId, "link", act, caller);
    return isRejection(session) ? invalid() : answerSession(deps, 200, session);
  });

  mount("refreshToken", async ({ actor, act }) => {
    const session = await deps.sessions.refresh(actor.token);
    if (!session) return reject("unauthenticated", "Your session has ended. Please log in.");
    if (session.sessionId !== actor.sessionId) {
      await changeAccount(deps, actor.userId, act, "refresh", {
        type: "RefreshSession",
        data: { sessionId: session.sessionId, replaces: actor.sessionId, at: act.at },
      });
    }
    return answerSession(deps, 200, session);
  });

  mount("logout", async ({ actor, act }) => {
    await deps.sessions.revoke(actor.token);
    await changeAccount(deps, actor.userId, act, "logout", {
      type: "EndSession",
      data: { sessionId: actor.sessionId, reason: "logout", at: act.at },
    });
    return { status: 204 };
  });
}
