import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { isCommonPassword } from "@daybook/platform/privacy/common-passwords";
import type { Act, Caller } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { checkBot } from "../../policies/bot-check.ts";
import { limits, tooMany, tooManyMails } from "../../policies/limits.ts";
import { projected } from "../projected.ts";
import { changeAccount, originOf } from "./change-account.ts";
import { emailHash } from "./email-hash.ts";
import { answerSession, refuseExpired, startSession } from "./open-session.ts";
import { unknownEmail } from "./sign-in.ts";

const resetLinkFor = 60 * 60_000;

/** Refuses what every guesser tries first. */
export function refuseCommonPassword(password: string, field: string): Rejection | null {
  if (!isCommonPassword(password)) return null;
  return reject("invalid", "This password is one of the most common ones.", {
    [field]: "This password is one of the most common ones. Please choose another.",
  });
}

/** The refusal of a wrong password of somebody who is signed in; never a 401. */
export const wrongPassword = (field: string): Rejection =>
  reject("wrong_password", "This is not your password.", { [field]: "This is not your password." });

/** True when it is the person's own password. */
export async function isOwnPassword(deps: ApiDeps, userId: number, password: string): Promise<boolean> {
  const credential = await deps.credentials.findByUserId(userId);
  return deps.passwords.verify(credential?.passwordHash ?? null, password);
}

/** Replaces a password, ends the sessions that it opened, and tells the owner. */
async function replacePassword(
  deps: ApiDeps,
  userId: number,
  password: string,
  by: { who: "owner"; token: string; sessionId: number } | { who: "reset"; linkId: number },
  act: Act,
  caller: Caller,
): Promise<Rejection | null> {
  const key = await deps.vault.openKey(streamOf.account(userId));
  if (!key) return reject("not_found", "There is no such account.");
  await deps.credentials.setPassword(userId, await deps.passwords.hash(password));
  await deps.sessions.revokeAll(userId, by.who === "owner" ? { except: by.token } : {});
  // A new address too: whoever asked for it may be whom the new password is to keep out.
  const purposes = ["login", "reset_password", "confirm_email"] as const;
  await deps.links.revokeAll(userId, purposes, by.who === "reset" ? by.linkId : undefined);
  const origin = originOf(key, userId, caller);
  const noted = await changeAccount(
    deps,
    userId,
    act,
    "password",
    { type: "ChangePassword", data: { by: by.who, ...origin, at: act.at } },
    {
      type: "RevokeSessions",
      data: {
        except: by.who === "owner" ? by.sessionId : null,
        reason: by.who === "owner" ? "password_changed" : "password_reset",
        ...origin,
        at: act.at,
      },
    },
  );
  if (isRejection(noted)) return noted;
  await deps.mail({ id: act.ids[1], userId, template: "password_changed", params: {} });
  await projected(deps, ["account"], noted.position);
  return null;
}

/** The calls that change a password, known or forgotten. */
export function mountPasswords(mount: Mount, deps: ApiDeps): void {
  mount("changePassword", async ({ actor, body, act, caller }) => {
    const limited = await tooMany(deps, limits.passwordOfSession, actor.userId);
    if (limited) return limited;
    if (!(await isOwnPassword(deps, actor.userId, body.current_password))) {
      return wrongPassword("current_password");
    }
    const common = refuseCommonPassword(body.new_password, "new_password");
    if (common) return common;
    const by = { who: "owner", token: actor.token, sessionId: actor.sessionId } as const;
    const refused = await replacePassword(deps, actor.userId, body.new_password, by, act, caller);
    if (refused) return refused;
    await deps.rateLimits.forgive(limits.passwordOfSession, String(actor.userId));
    const session = await deps.sessions.findByToken(actor.token);
    return answerSession(
      deps,
      200,
      session ?? reject("unauthenticated", "Your session has ended. Please log in."),
    );
  });

  mount("forgotPassword", async ({ body, act, caller }) => {
    const hash = emailHash(deps, body.email);
    const limited = await tooManyMails(deps, hash, caller.ip);
    if (limited) return limited;
    const refused = await checkBot(deps, body.turnstile, caller.ip);
    if (refused) return refused;
    const found = await deps.credentials.findByEmailHash(hash);
    const key = found && (await deps.vault.openKey(streamOf.account(found.userId)));
    if (!found || !key) return unknownEmail();
    const { userId } = found;
    const [linkId, mailId] = act.ids;
    await deps.links.open({ id: linkId, userId, purpose: "reset_password", forMs: resetLinkFor });
    const noted = await changeAccount(deps, userId, act, "forgot password", {
      type: "RequestPasswordReset",
      data: { linkId, ...originOf(key, userId, caller), at: act.at },
    });
    if (isRejection(noted)) return unknownEmail();
    await deps.mail({ id: mailId, userId, template: "password_code", params: { linkId } });
    return { status: 204 };
  });

  mount("resetPassword", async ({ body, act, key, caller }) => {
    const hash = emailHash(deps, body.email);
    const pair = `${hash} ${caller.ip}`;
    const limited =
      (await tooMany(deps, limits.codeFromAddress, caller.ip)) ??
      (await tooMany(deps, limits.codeOfAccountFromAddress, pair));
    if (limited) return limited;
    const common = refuseCommonPassword(body.password, "password");
    if (common) return common;
    const wrongCode = () =>
      reject("wrong_code", "This code is wrong, was used before, or is too old.", {
        code: "This code is wrong, was used before, or is too old.",
      });
    const found = await deps.credentials.findByEmailHash(hash);
    const link =
      found && (await deps.links.use("reset_password", body.code.trim(), { userId: found.userId, act: key }));
    if (!link) return wrongCode();
    const { userId } = link;
    const by = { who: "reset", linkId: link.id } as const;
    const refused = await replacePassword(deps, userId, body.password, by, act, caller);
    if (refused) return refused;
    await deps.rateLimits.forgive(limits.codeOfAccountFromAddress, pair);
    const expired = await refuseExpired(deps, userId, act.at);
    if (expired) return expired;
    return answerSession(deps, 200, await startSession(deps, userId, "reset", act, caller));
  });
}
