import type { AnalyticsEvent } from "@daybook/domain/contract/analytics";

/** Counts what people do in the interface; knows neither who they are nor what they write. */
export type Analytics = {
  /** False when nothing is counted, so that browsers need not even tell. */
  readonly on: boolean;
  /** Passes an event on. Never rejects: a count that is lost hurts nobody. @param at milliseconds since 1970 */
  count(event: AnalyticsEvent, at: number): Promise<void>;
};

/** Counts nothing and asks nobody; the default. */
export const noAnalytics: Analytics = { on: false, count: () => Promise.resolve() };
