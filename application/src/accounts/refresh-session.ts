import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount } from "./change-account.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { sessionEnded } from "./refusals.ts";

/**
 * Opens the successor of the caller's session. Two refreshes of one session get the same successor. If the command that opened
 * it is repeated before the successor was used, the successor gets a new secret. The secret in the first reply is then invalid.
 */
export async function refreshSession(
  app: Application,
  { actor, command }: Context,
): Promise<SessionView | Refusal> {
  const session = await app.sessions.refresh(actor.token, {
    sessionId: command.ids[0],
    isRepeated: command.repeated,
  });
  if (!session) return sessionEnded();
  if (session.sessionId !== actor.sessionId) {
    await changeAccount(app, actor.userId, command, "refresh", {
      type: "RefreshSession",
      data: { sessionId: session.sessionId, replaces: actor.sessionId, at: command.at },
    });
  }
  return viewSession(app, session);
}
