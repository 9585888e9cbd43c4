import type { Tier } from "@daybook/domain/account/tier";
import type { AnalyticsEventName } from "@daybook/domain/contract/analytics-values";
import { product } from "@daybook/domain/contract/bounds";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { ExperimentGroups } from "./experiments.ts";

/** Tells that something happened, never what was written. */
export type Analytics = {
  /** @param properties numbers only, so that no word of an entry can get in */
  track: (event: AnalyticsEventName, properties?: { count?: number }) => void;
};

/** What the analytics need from outside. */
export type AnalyticsDependencies = {
  /** whether this server wants events; asked with the first event, and again while there is no answer (`null`) */
  enabled: () => Promise<boolean | null>;
  /** lets an event go: at most once, and whatever becomes of it */
  send: (body: BodyOf<"trackEvent">) => void;
  groups: ExperimentGroups;
  /** of whoever is signed in; `null` when nobody is */
  tier: () => Tier | null;
};

/** Builds the analytics. Nothing is kept, nothing is repeated, and nothing that fails here reaches the caller. */
export function createAnalytics({ enabled, send, groups, tier }: AnalyticsDependencies): Analytics {
  let known: Promise<boolean | null> | null = null;

  async function ask(): Promise<boolean | null> {
    const answer = await enabled().catch(() => null);
    if (answer === null) known = null;
    return answer;
  }

  async function pass(event: AnalyticsEventName, properties: { count?: number }): Promise<void> {
    const level = tier();
    const body: BodyOf<"trackEvent"> = {
      event,
      properties: {
        ...properties,
        ...(level && { tier: level }),
        experiment_pro_form_carousel: groups.pro_form_carousel,
        platform: product.platform,
        version: product.version,
      },
    };
    known ??= ask();
    if (await known) send(body);
  }

  return {
    track(event, properties = {}) {
      void pass(event, properties).catch(() => {});
    },
  };
}

/** Where events go to. */
const address = "/api/analytics/events";

/**
 * Sends an event without a signature or a cookie, so that it is nobody's; it may outlive the page.
 *
 * @param origin scheme, host and port of the page, which are the server's too
 */
export function analyticsSender(
  fetch: (url: string, init: RequestInit) => Promise<unknown>,
  origin: string,
): AnalyticsDependencies["send"] {
  return (body) => {
    const sent = fetch(origin + address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      keepalive: true,
    });
    void sent.catch(() => {});
  };
}
