import type { AnalyticsEvent } from "@daybook/domain/contract/analytics";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";

/** Passes a browser's usage event to the analytics, in the background, up to a limit per IP address. Does nothing when analytics are off. */
export async function trackUsageEvent(
  app: Application,
  { command, caller }: Context<Actor | null>,
  event: AnalyticsEvent,
): Promise<Refusal | null> {
  if (!app.analytics.isEnabled) return null;
  const limitRefusal = await limitTries(app, limits.usageEventsFromIp, caller.ip);
  if (limitRefusal) return limitRefusal;
  app.inBackground("analytics", () => app.analytics.count(event, command.now));
  return null;
}
