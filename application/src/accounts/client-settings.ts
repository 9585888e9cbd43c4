import type { Application } from "../application.ts";

/** What a browser needs to know before anybody signs in. */
export type ClientSettings = {
  /** The public key of the bot check; `null` when it is off. */
  readonly turnstileSiteKey: string | null;
  /** Whether usage events are collected. */
  readonly hasAnalytics: boolean;
  readonly onboarding: Application["onboarding"];
};

/** Reads what a browser needs to know before anybody signs in. */
export const readClientSettings = ({ botCheck, analytics, onboarding }: Application): ClientSettings => ({
  turnstileSiteKey: botCheck.siteKey,
  hasAnalytics: analytics.isEnabled,
  onboarding,
});
