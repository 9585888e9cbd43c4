import { parseAuthorization } from "@daybook/domain/contract/signing";
import type { Locks } from "@daybook/platform/locks/locks";
import type { Sessions } from "@daybook/platform/identity/sessions";
import type { ClientApplication } from "../presenters/session.ts";
import type { Context } from "koa";
import type { Actor } from "@daybook/application/context";
import { refuse } from "./api-error.ts";
import { isTimely, verifySignature } from "./verify-signature.ts";

const signedOut = "You are not signed in, or your session has ended. Please log in.";

/** More journals than anybody has open at once. */
const mostTokens = 50;

/** The tokens of opened encryption locks, as `X-Unlock` carries them, separated by commas. */
const unlockTokens = (ctx: Context): string[] =>
  ctx
    .get("X-Unlock")
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "")
    .slice(0, mostTokens);

/** The origin that a request was signed for: the configured one, else the request's own. */
export function originOf(ctx: Pick<Context, "protocol" | "host">, publicUrl: string | undefined): string {
  return publicUrl ?? `${ctx.protocol}://${ctx.host}`;
}

/**
 * Finds out who sent a request. No header is anonymous; a header that is wrong in any way is a 401. A right signature
 * with a clock more than five minutes off, or with a nonce used before, says so, and the client signs again.
 */
export function createAuthenticate(deps: {
  sessions: Sessions;
  locks: Pick<Locks, "lockAccessOf">;
  client: ClientApplication;
  publicUrl: string | undefined;
  clock: { now(): number };
}) {
  return async function authenticate(ctx: Context, bodyHash: () => string): Promise<Actor | null> {
    const header = ctx.get("Authorization");
    if (header === "") return null;
    const parameters = parseAuthorization(header);
    const token = parameters?.get("oauth_token");
    const nonce = parameters?.get("oauth_nonce");
    const timestamp = parameters?.get("oauth_timestamp");
    if (!parameters || !token || !nonce || nonce.length > 128 || !timestamp) {
      return refuse("unauthenticated", signedOut);
    }
    if (parameters.get("oauth_consumer_key") !== deps.client.key) return refuse("unauthenticated", signedOut);

    const session = await deps.sessions.findByToken(token);
    if (!session) return refuse("unauthenticated", signedOut);
    const request = {
      method: ctx.method,
      origin: originOf(ctx, deps.publicUrl),
      path: ctx.path,
      query: ctx.querystring,
      bodyHash,
    };
    const secrets = { client: deps.client.secret, token: session.secret };
    if (!verifySignature(request, parameters, secrets)) return refuse("unauthenticated", signedOut);

    const now = deps.clock.now();
    if (!isTimely(parameters, now)) {
      return refuse("clock_skew", "The clock of this device is more than five minutes off.", {
        server_time: new Date(now).toISOString(),
      });
    }
    if (!(await deps.sessions.rememberNonce(token, nonce, Number(timestamp)))) {
      return refuse("nonce_used", "This request was sent before.", {
        server_time: new Date(now).toISOString(),
      });
    }
    await deps.sessions.markUsed(session);
    const { userId, sessionId, sessionFamilyId } = session;
    const lockAccess = await deps.locks.lockAccessOf(userId, sessionFamilyId, unlockTokens(ctx));
    return { userId, sessionId, token, sessionFamilyId, lockAccess };
  };
}
