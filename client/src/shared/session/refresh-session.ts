import type { Session } from "@daybook/domain/contract/sessions";
import type { CallOptions } from "../api-client.ts";
import type { Services } from "../services.ts";

/**
 * Replaces the current session with `session`, a newer one from the server. Returns true when the session was replaced. Ignores a
 * session of a user who is no longer logged in and returns false, because a late reply must not undo a log-out.
 */
export function replaceSession({ sessionActor }: Pick<Services, "sessionActor">, session: Session): boolean {
  const state = sessionActor.getSnapshot();
  if (!state.hasTag("logged in") || state.context.session?.user.id !== session.user.id) return false;
  sessionActor.send({ type: "session.opened", session });
  return true;
}

/**
 * Loads the session again, for example because the plan or the e-mail address of its user has changed. Returns whether the call
 * succeeded. After a successful call, the session may still be the old one: see {@link replaceSession}, and an abort of the signal.
 */
export async function refreshSession(
  { api, sessionActor }: Pick<Services, "api" | "sessionActor">,
  options: CallOptions = {},
): Promise<boolean> {
  const result = await api.call("refreshToken", {}, options);
  if (!result.ok) return false;
  if (!options.signal?.aborted) replaceSession({ sessionActor }, result.data);
  return true;
}
