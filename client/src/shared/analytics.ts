import type { Tier } from "@daybook/domain/account/tier";
import type { AnalyticsEventName } from "@daybook/domain/contract/analytics-values";
import { product } from "@daybook/domain/contract/bounds";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { ExperimentGroups } from "./experiments.ts";

/** The properties of an event are numbers and values from closed lists, so they cannot contain the text of an entry. */
export type EventProperties = Pick<
  BodyOf<"trackEvent">["properties"],
  "count" | "amount" | "currency" | "plan" | "subscription" | "source"
>;

/** Tracks that something happened, never what was written. */
export type Analytics = {
  track: (event: AnalyticsEventName, properties?: EventProperties) => void;
};

/** The dependencies of the analytics. */
export type AnalyticsDependencies = {
  /** whether this server accepts events; asked with the first event, and again while the answer is unknown (`null`) */
  acceptsEvents: () => Promise<boolean | null>;
  /** sends an event at most once and ignores the result */
  send: (body: BodyOf<"trackEvent">) => void;
  groups: ExperimentGroups;
  /** the tier of the logged-in user; `null` when nobody is logged in */
  tier: () => Tier | null;
};

/** Creates the analytics. Events are not stored or retried, and failures never reach the caller. */
export function createAnalytics({ acceptsEvents, send, groups, tier }: AnalyticsDependencies): Analytics {
  let isEnabled: Promise<boolean | null> | null = null;

  async function askServer(): Promise<boolean | null> {
    const answer = await acceptsEvents().catch(() => null);
    if (answer === null) isEnabled = null;
    return answer;
  }

  async function sendIfEnabled(event: AnalyticsEventName, properties: EventProperties): Promise<void> {
    const currentTier = tier();
    const body: BodyOf<"trackEvent"> = {
      event,
      properties: {
        ...properties,
        ...(currentTier && { tier: currentTier }),
        experiment_pro_form_carousel: groups.pro_form_carousel,
        platform: product.platform,
        version: product.version,
      },
    };
    isEnabled ??= askServer();
    if (await isEnabled) send(body);
  }

  return {
    track(event, properties = {}) {
      void sendIfEnabled(event, properties).catch(() => {});
    },
  };
}

/** The endpoint for events. */
const eventsPath = "/api/analytics/events";

/**
 * Sends an event without signature or cookie, so that it does not identify the user. The request may outlive the page.
 *
 * @param origin the scheme, host and port of the page; the server has the same
 */
export function analyticsSender(
  fetch: (url: string, init: RequestInit) => Promise<unknown>,
  origin: string,
): AnalyticsDependencies["send"] {
  return (body) => {
    const request = fetch(origin + eventsPath, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      keepalive: true,
    });
    void request.catch(() => {});
  };
}
