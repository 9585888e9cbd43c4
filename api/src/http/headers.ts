import { randomUUID } from "node:crypto";
import type { Middleware } from "koa";

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  // Colours and sizes of a text are style attributes, held to the allow-list of the content schema. With a strict policy
  // the browser reads none of them, and an entry would lose them when it is opened.
  "style-src-attr 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Numbers every request and sends the headers that keep a private page private. */
export function headers(): Middleware {
  return async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.set({
      "X-Request-Id": ctx.state.requestId,
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    });
    await next();
  };
}
