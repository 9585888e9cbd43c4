import type { AnalyticsEvent } from "@daybook/domain/contract/analytics";

/** Counts what people do in the interface, without who they are or what they write. */
export type Analytics = {
  /** False when nothing is counted; then browsers send no events. */
  readonly isEnabled: boolean;
  /**
   * Forwards an event. Never rejects: a lost event does no harm.
   *
   * @param at milliseconds since 1970
   */
  count(event: AnalyticsEvent, at: number): Promise<void>;
};

/** Counts nothing; the default. */
export const noAnalytics: Analytics = { isEnabled: false, count: () => Promise.resolve() };
