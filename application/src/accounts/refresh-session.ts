import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount } from "./change-account.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { sessionEnded } from "./refusals.ts";

/**
 * Opens the successor of the caller's session. Two refreshes of one session get the same successor. A repeat of the command
 * that opened it gets it with a new secret, unless it was used by then: the first reply, if anyone has it, opens nothing.
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
