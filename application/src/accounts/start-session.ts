import type { AccountEvent } from "@daybook/domain/account/events";
import type { DataOf } from "@daybook/domain/kernel/define-events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { OpenSession } from "@daybook/platform/identity/session-rows";
import type { Actor, Context } from "../context.ts";
import type { Application } from "../application.ts";
import { changeAccount, isStepDone, originOf } from "./change-account.ts";
import { sessionEnded, wrongCredentials } from "./refusals.ts";

type Via = DataOf<AccountEvent, "SessionStarted">["via"];

/** How a session starts. */
export type SessionStart = {
  readonly via: Via;
  /** The hash of the checked password. If the password was changed since, no session starts. */
  readonly passwordHash?: string;
  /** The mailed link that starts the session. The id of the link becomes the id of the session. */
  readonly linkId?: number;
};

/**
 * Starts a session and records it in the account's stream, with sealed IP address and browser. A repeat replaces the session that
 * the first run started. If that session has ended, for example by a log-out, the repeat is refused.
 */
export async function startSession(
  app: Application,
  { command, caller }: Context<Actor | null>,
  userId: number,
  { via, passwordHash, linkId }: SessionStart,
): Promise<OpenSession | Rejection> {
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return wrongCredentials();
  // Without a link, the session gets the second id of the command. A sign-up uses the first id for the account.
  const sessionId = linkId ?? command.ids[1];
  const wasOpened = await isStepDone(app, userId, command, "session");
  const newSession = { userId, sessionId, wasOpened };
  const session =
    passwordHash === undefined
      ? await app.sessions.create(newSession)
      : await app.sessions.createAfterPasswordCheck(newSession, passwordHash);
  if (!session) return wasOpened ? sessionEnded() : wrongCredentials();
  const accountChange = await changeAccount(app, userId, command, "session", {
    type: "StartSession",
    data: { sessionId, via, ...originOf(key, userId, caller), at: command.at },
  });
  return isRejection(accountChange) ? accountChange : session;
}
