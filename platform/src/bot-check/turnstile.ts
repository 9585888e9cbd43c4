import { z } from "zod";
import type { BotCheck } from "./bot-check.ts";

const cloudflare = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const defaultTimeoutMs = 5_000;
const maxTokenLength = 2_048;

const Answer = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });

/** Codes about the service or our configuration, not about the person. */
const serviceErrorCodes = new Set([
  "internal-error",
  "missing-input-secret",
  "invalid-input-secret",
  "bad-request",
]);

/**
 * Cloudflare Turnstile. Daybook sends Cloudflare our secret, the token and the person's IP address, and nothing else. Cloudflare knows
 * the token and the address already, because the person's browser ran the check with Cloudflare.
 *
 * Codes and limits: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/.
 *
 * @param deps.endpoint replaced only in tests
 * @param deps.onUnavailable called with the reason when the check is unavailable: a status, a code of Cloudflare's, or a kind
 * of error
 */
export function createTurnstile(deps: {
  siteKey: string;
  secretKey: string;
  fetch: typeof fetch;
  endpoint?: string;
  timeoutMs?: number;
  onUnavailable?: (reason: string) => void;
}): BotCheck {
  const { endpoint = cloudflare, timeoutMs = defaultTimeoutMs, onUnavailable = () => {} } = deps;

  async function ask(token: string, ip: string): Promise<z.output<typeof Answer>> {
    const reply = await deps.fetch(endpoint, {
      method: "POST",
      body: new URLSearchParams({ secret: deps.secretKey, response: token, remoteip: ip }),
      // A redirect could send the secret elsewhere.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Cloudflare sends some refusals as a 4xx with the codes in the body.
    const parsedReply = Answer.safeParse(await reply.json().catch(() => null));
    if (parsedReply.success && reply.status < 500) return parsedReply.data;
    throw Object.assign(new Error("no answer"), { reason: `status ${reply.status}` });
  }

  return {
    siteKey: deps.siteKey,
    async verify(token, ip) {
      if (token === undefined || token === "" || token.length > maxTokenLength) return "failed";
      try {
        const answer = await ask(token, ip);
        if (answer.success) return "passed";
        const serviceError = answer["error-codes"].find((code) => serviceErrorCodes.has(code));
        if (serviceError === undefined) return "failed";
        onUnavailable(serviceError);
      } catch (error) {
        onUnavailable(reasonOf(error));
      }
      return "unavailable";
    },
  };
}

/** The `reason` or the name of an error. Its message may quote what was sent, so it is left out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return "reason" in error && typeof error.reason === "string" ? error.reason : error.name;
}
