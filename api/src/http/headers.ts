import { randomUUID } from "node:crypto";
import type { Middleware } from "koa";

const turnstile = "https://challenges.cloudflare.com";

/** Public entries, which search engines must not index. */
const publicEntryPaths = /^\/(public|api\/pe)\//;

/** Which of Braintree's environments the card fields talk to; `null` without card fields. */
export type CardFieldsEnvironment = "sandbox" | "production" | null;

/** The card fields are frames from this origin. */
const braintreeFrames = "https://assets.braintreegateway.com";
/** Our script loads the configuration of the card fields from these origins. */
const braintreeApis = {
  sandbox: "https://api.sandbox.braintreegateway.com https://payments.sandbox.braintree-api.com",
  production: "https://api.braintreegateway.com https://payments.braintree-api.com",
};

const framesOf = (hasBotCheck: boolean, cardFields: CardFieldsEnvironment): string =>
  [hasBotCheck && turnstile, cardFields && braintreeFrames].filter(Boolean).join(" ") || "'none'";

const policy = (hasBotCheck: boolean, cardFields: CardFieldsEnvironment): string =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "style-src 'self'",
    // Colours and sizes of a text are style attributes, limited by the allow-list of the content schema. With a strict policy
    // the browser ignores them, and an entry would lose them when it is opened.
    "style-src-attr 'unsafe-inline'",
    // https://developers.cloudflare.com/turnstile/reference/content-security-policy/
    `script-src 'self'${hasBotCheck ? ` ${turnstile}` : ""}`,
    `frame-src ${framesOf(hasBotCheck, cardFields)}`,
    `connect-src 'self'${cardFields ? ` ${braintreeApis[cardFields]}` : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Gives every request an id, and sets the security headers.
 *
 * @param options.hasBotCheck allows Cloudflare's script and frame
 * @param options.cardFields allows Braintree's frames and API; without card fields and bot check, pages load nothing from other sites
 * @param options.usesHttps true when browsers use https: then every reply has Strict-Transport-Security (RFC 6797). When false, only
 *   replies to https requests have it.
 */
export function headers({
  hasBotCheck,
  cardFields,
  usesHttps,
}: {
  hasBotCheck: boolean;
  cardFields: CardFieldsEnvironment;
  usesHttps: boolean;
}): Middleware {
  const contentPolicy = policy(hasBotCheck, cardFields);
  return async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.set({
      "X-Request-Id": ctx.state.requestId,
      "Content-Security-Policy": contentPolicy,
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    });
    if (usesHttps || ctx.secure) ctx.set("Strict-Transport-Security", "max-age=31536000");
    if (publicEntryPaths.test(ctx.path)) ctx.set("X-Robots-Tag", "noindex, nofollow, noarchive");
    await next();
  };
}
