import type { Session } from "@daybook/domain/contract/sessions";
import type { CallOptions } from "../api-client.ts";
import type { Services } from "../services.ts";

/**
 * Replaces the session with a newer one from the server. A session of a user who is no longer logged in is ignored, because a late
 * reply must not undo a log-out. Returns whether it was replaced.
 */
export function replaceSession({ sessionActor }: Pick<Services, "sessionActor">, session: Session): boolean {
  const state = sessionActor.getSnapshot();
  if (!state.hasTag("logged in") || state.context.session?.user.id !== session.user.id) return false;
  sessionActor.send({ type: "session.opened", session });
  return true;
}

/** Loads the session again, because its plan or address has changed. Returns false when the call fails. */
export async function refreshSession(
  { api, sessionActor }: Pick<Services, "api" | "sessionActor">,
  options: CallOptions = {},
): Promise<boolean> {
  const result = await api.call("refreshToken", {}, options);
  if (!result.ok) return false;
  if (!options.signal?.aborted) replaceSession({ sessionActor }, result.data);
  return true;
}
