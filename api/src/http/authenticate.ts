import { parseAuthorization } from "@daybook/domain/contract/signing";
import type { Locks } from "@daybook/platform/locks/locks";
import type { Sessions } from "@daybook/platform/identity/sessions";
import type { ClientApplication } from "../presenters/session.ts";
import type { Context } from "koa";
import type { Actor } from "@daybook/application/context";
import { refuse } from "./api-error.ts";
import type { RequestBody } from "./read-body.ts";
import { hasRecentTimestamp, parseSignedQuery, verifyBodyHash, verifySignature } from "./verify-signature.ts";

/** The message of a 401 for a missing or invalid session. */
export const notLoggedInMessage = "You are not logged in, or your session has ended. Please log in.";

/** A safety limit: nobody has this many open encryption locks. */
const maxUnlockTokens = 50;

/** A session that was read longer ago than this is checked again before the call runs. */
const maxSessionAgeMs = 1_000;

/** The tokens of open encryption locks from the `X-Unlock` header, where commas separate them. */
const unlockTokens = (ctx: Context): string[] =>
  ctx
    .get("X-Unlock")
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "")
    .slice(0, maxUnlockTokens);

/** The origin that a request was signed for: the configured one, otherwise that of the request. */
export function originOf(ctx: Pick<Context, "protocol" | "host">, signingOrigin: string | undefined): string {
  return signingOrigin ?? `${ctx.protocol}://${ctx.host}`;
}

/** True when a request is signed, in its header or in its query (RFC 5849 section 3.5.3). */
export const isSigned = (ctx: Pick<Context, "get" | "querystring">): boolean =>
  ctx.get("Authorization") !== "" || /(?:^|&)oauth_signature=/.test(ctx.querystring);

/** Who signed a request. */
export type Signer = {
  readonly userId: number;
  /** Compares the body with its signed hash, and returns the actor. Throws a 401 when the body differs or the session has ended. */
  readonly actorWith: (hashOfBody: RequestBody["hash"]) => Promise<Actor>;
};

/**
 * Finds who signed a request, before its body is read: `null` without a signature, a 401 for an invalid one. A clock that is
 * wrong by more than five minutes and a nonce that was used before have their own error codes, so that the client can sign
 * again.
 */
export function createAuthenticate(deps: {
  sessions: Sessions;
  locks: Pick<Locks, "lockAccessOf">;
  client: ClientApplication;
  signingOrigin: string | undefined;
  clock: { now(): number };
  /** HMAC-SHA1 is accepted for every call, not only for the `sha1Paths` of verify-signature.ts. */
  allowSha1ForAllCalls: boolean;
}) {
  return async function authenticate(ctx: Context): Promise<Signer | null> {
    if (!isSigned(ctx)) return null;
    const header = ctx.get("Authorization");
    const parameters = header === "" ? parseSignedQuery(ctx.querystring) : parseAuthorization(header);
    const token = parameters?.get("oauth_token");
    const nonce = parameters?.get("oauth_nonce");
    const timestamp = parameters?.get("oauth_timestamp");
    if (!parameters || !token || !nonce || nonce.length > 128 || !timestamp) {
      return refuse("unauthenticated", notLoggedInMessage);
    }
    if (parameters.get("oauth_consumer_key") !== deps.client.key)
      return refuse("unauthenticated", notLoggedInMessage);

    const session = await deps.sessions.findByToken(token);
    if (!session) return refuse("unauthenticated", notLoggedInMessage);
    const request = {
      method: ctx.method,
      origin: originOf(ctx, deps.signingOrigin),
      path: ctx.path,
      query: ctx.querystring,
    };
    const secrets = { client: deps.client.secret, token: session.secret };
    if (!verifySignature(request, parameters, secrets, deps))
      return refuse("unauthenticated", notLoggedInMessage);

    const now = deps.clock.now();
    if (!hasRecentTimestamp(parameters, now)) {
      return refuse("clock_skew", "The clock of this device is more than five minutes off.", {
        server_time: new Date(now).toISOString(),
      });
    }
    if (!(await deps.sessions.rememberNonce(token, nonce, Number(timestamp)))) {
      return refuse("nonce_used", "This request was sent before.", {
        server_time: new Date(now).toISOString(),
      });
    }
    const { userId, sessionId, sessionFamilyId } = session;
    return {
      userId,
      async actorWith(hashOfBody) {
        if (!verifyBodyHash(parameters, hashOfBody)) return refuse("unauthenticated", notLoggedInMessage);
        // The session may have ended while a large or slow body arrived. A refreshed session has not ended.
        const isLate = deps.clock.now() - now > maxSessionAgeMs;
        if (isLate && !(await deps.sessions.hasFamily(userId, sessionFamilyId)))
          return refuse("unauthenticated", notLoggedInMessage);
        await deps.sessions.markUsed(session);
        const lockAccess = await deps.locks.lockAccessOf(userId, sessionFamilyId, unlockTokens(ctx));
        return { userId, sessionId, token, sessionFamilyId, lockAccess };
      },
    };
  };
}
