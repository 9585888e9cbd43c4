import type { Analytics } from "./analytics.ts";

const timeoutMs = 5_000;
const maxConcurrent = 20;

/**
 * Posts each event as `{event, properties, time}` to a collector, where `time` is in seconds since 1970. No IP
 * address and no account is sent. When the collector is slow, events beyond {@link maxConcurrent} are dropped.
 *
 * @param deps.onLost called with the reason for each lost event
 */
export function createHttpSink(deps: {
  url: string;
  key: string | undefined;
  fetch: typeof fetch;
  onLost: (reason: string) => void;
}): Analytics {
  let sendingCount = 0;
  return {
    isEnabled: true,
    async count({ event, properties }, at) {
      if (sendingCount >= maxConcurrent) return deps.onLost("too many at once");
      sendingCount++;
      try {
        const reply = await deps.fetch(deps.url, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            ...(deps.key !== undefined && { Authorization: `Bearer ${deps.key}` }),
          },
          body: JSON.stringify({ event, properties, time: Math.floor(at / 1000) }),
          // A redirect could send the event elsewhere.
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        });
        await reply.body?.cancel();
        if (!reply.ok) deps.onLost(`status ${reply.status}`);
      } catch (error) {
        deps.onLost(error instanceof Error ? error.name : "error");
      } finally {
        sendingCount--;
      }
    },
  };
}
