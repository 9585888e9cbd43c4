import type { Middleware } from "koa";

/** How long a client may continue to send its body after the reply. Then the connection is closed. */
const lingerMs = 15_000;

/**
 * Discards the data that a request still sends after its reply, because many clients read a reply only when they have sent
 * everything. A request that does not end in time loses its connection.
 */
export function discardUnread(withinMs = lingerMs): Middleware {
  return async ({ req }, next) => {
    try {
      await next();
    } finally {
      if (!req.complete && !req.destroyed) {
        const timer = setTimeout(() => req.destroy(), withinMs).unref();
        req.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
        req.resume();
      }
    }
  };
}
