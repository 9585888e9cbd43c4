import type { Application } from "../application.ts";

/** The configuration that a browser needs before anybody logs in. */
export type ClientSettings = {
  /** The public key of the bot check; `null` when it is off. */
  readonly turnstileSiteKey: string | null;
  /** Whether usage events are collected. */
  readonly hasAnalytics: boolean;
  readonly onboarding: Application["onboarding"];
  readonly supportEmail: string;
  readonly payment: Pick<Application["payments"], "provider" | "isTest" | "tokenizationKey">;
};

/** Reads the configuration that a browser needs before anybody logs in. */
export const readClientSettings = ({
  botCheck,
  analytics,
  onboarding,
  supportEmail,
  payments,
}: Application): ClientSettings => ({
  turnstileSiteKey: botCheck.siteKey,
  hasAnalytics: analytics.isEnabled,
  onboarding,
  supportEmail,
  payment: {
    provider: payments.provider,
    isTest: payments.isTest,
    tokenizationKey: payments.tokenizationKey,
  },
});
