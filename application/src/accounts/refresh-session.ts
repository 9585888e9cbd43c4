import { reject } from "@daybook/domain/kernel/rejection";
import type { OpenSession } from "@daybook/platform/identity/session-rows";
import { SessionIdTaken } from "@daybook/platform/identity/sessions";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount, isStepDone } from "./change-account.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { sessionEnded } from "./refusals.ts";

/**
 * Opens the successor of the actor's session. Two refreshes of one session get the same successor. If the command that opened
 * the successor is repeated before the first use of the successor, the successor gets a new secret. The secret in the first reply is
 * then invalid.
 */
export async function refreshSession(
  app: Application,
  { actor, command }: Context,
): Promise<SessionView | Refusal> {
  const session = await openSuccessor(app, { actor, command });
  if (session === "refreshedAnother") {
    return reject("key_reused", "This Idempotency-Key was used to refresh another session.");
  }
  if (!session) return sessionEnded();
  if (session.sessionId !== actor.sessionId) {
    await changeAccount(app, actor.userId, command, "refresh", {
      type: "RefreshSession",
      data: { sessionId: session.sessionId, replaces: actor.sessionId, at: command.at },
    });
  }
  return viewSession(app, session);
}

/**
 * Opens the successor. Returns the actor's session itself if an earlier run of the command opened it, `refreshedAnother` if the
 * command has refreshed another session, and `null` when the token no longer works.
 */
async function openSuccessor(
  app: Application,
  { actor, command }: Pick<Context, "actor" | "command">,
): Promise<OpenSession | "refreshedAnother" | null> {
  const [sessionId] = command.ids;
  if (command.repeated && actor.sessionId === sessionId) return app.sessions.findByToken(actor.token);
  const isIdUsed = await isStepDone(app, actor.userId, command, "refresh");
  try {
    const refresh = { sessionId, isRepeated: command.repeated, isIdUsed };
    return await app.sessions.refresh(actor.token, refresh);
  } catch (error) {
    if (error instanceof SessionIdTaken) return "refreshedAnother";
    throw error;
  }
}
