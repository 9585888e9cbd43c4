import type { CallOptions } from "../api-client.ts";
import type { Services } from "../services.ts";

/**
 * Loads the session again, because its plan or address has changed. Returns false when the call fails. A reply for a user who is no
 * longer logged in is ignored, because it must not undo a log-out.
 */
export async function refreshSession(
  { api, sessionActor }: Pick<Services, "api" | "sessionActor">,
  options: CallOptions = {},
): Promise<boolean> {
  const result = await api.call("refreshToken", {}, options);
  if (!result.ok) return false;
  const state = sessionActor.getSnapshot();
  const isLoggedIn = state.hasTag("logged in") && state.context.session?.user.id === result.data.user.id;
  if (isLoggedIn && !options.signal?.aborted)
    sessionActor.send({ type: "session.opened", session: result.data });
  return true;
}
