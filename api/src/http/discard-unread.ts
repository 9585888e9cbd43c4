import type { Middleware } from "koa";

/** A client that sends its whole body before it reads the reply needs this long; another one is cut off. */
const lingerMs = 15_000;

/**
 * Discards what a request still sends after it was answered, because many clients read a reply only when they have sent
 * everything. A request that does not end in time loses its connection.
 */
export function discardUnread(withinMs = lingerMs): Middleware {
  return async ({ req }, next) => {
    try {
      await next();
    } finally {
      if (!req.complete && !req.destroyed) {
        const cut = setTimeout(() => req.destroy(), withinMs).unref();
        req.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
        req.resume();
      }
    }
  };
}
