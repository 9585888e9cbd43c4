import { isExpired } from "@daybook/domain/account/tier";
import type { AccountEvent } from "@daybook/domain/account/events";
import type { Session } from "@daybook/domain/contract/accounts";
import type { DataOf } from "@daybook/domain/kernel/define-events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { OpenSession } from "@daybook/platform/privacy/sessions";
import type { Act, Caller, Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { changeAccount, loadAccount, originOf } from "./change-account.ts";
import { type PersonalData, sessionReply } from "./session-reply.ts";

type Via = DataOf<AccountEvent, "SessionStarted">["via"];

/** The one answer to a wrong address and to a wrong password (spec section 8). */
export const wrongCredentials = (): Rejection =>
  reject("wrong_credentials", "Your email or password were incorrect.");

/** The refusal of somebody whose PRO is over: renewing or downgrading opens the account again (contract, section 3). */
export async function refuseExpired(deps: ApiDeps, userId: number, at: string): Promise<Refusal | null> {
  const { membership } = await loadAccount(deps, userId);
  if (!isExpired(membership, at)) return null;
  return {
    ...reject("expired_pro", "Your PRO membership has ended. Renew it, or go on with the basic plan."),
    extra: { expired_pro: true },
  };
}

/**
 * Opens a session and notes it in the account's stream, with address and browser sealed.
 *
 * @param passwordHash what a password was right for; replaced meanwhile, it is wrong
 */
export async function startSession(
  deps: ApiDeps,
  userId: number,
  via: Via,
  act: Act,
  caller: Caller,
  passwordHash?: string,
): Promise<OpenSession | Rejection> {
  const key = await deps.vault.openKey(streamOf.account(userId));
  if (!key) return wrongCredentials();
  const sessionId = deps.newId();
  const session =
    passwordHash === undefined
      ? await deps.sessions.create({ userId, sessionId })
      : await deps.sessions.createFor({ userId, sessionId }, passwordHash);
  if (!session) return wrongCredentials();
  const noted = await changeAccount(deps, userId, act, "session", {
    type: "StartSession",
    data: { sessionId, via, ...originOf(key, userId, caller), at: act.at },
  });
  return isRejection(noted) ? noted : session;
}

/** A session as its browser gets it. */
export async function answerSession(
  deps: ApiDeps,
  status: 200 | 201,
  session: OpenSession | Rejection,
  known?: PersonalData,
): Promise<{ status: number; body: Session } | Rejection> {
  if (isRejection(session)) return session;
  const body = await sessionReply(deps, session, known);
  if (!body) return reject("unavailable", "Your account is being brought up to date. Please try again.");
  return { status, body };
}
