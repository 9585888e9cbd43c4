import type { Application } from "@daybook/application/application";
import { readClientSettings } from "@daybook/application/accounts/client-settings";
import { trackUsageEvent } from "@daybook/application/accounts/track-usage-event";
import type { Mount } from "../http/mount.ts";

/** The calls for the configuration of the browser client and for usage events. They need no session. */
export function mountClient(mount: Mount, app: Application): void {
  mount("clientConfig", async () => {
    const { turnstileSiteKey, hasAnalytics, onboarding, supportEmail, payment } = readClientSettings(app);
    return {
      status: 200,
      body: {
        turnstile_site_key: turnstileSiteKey,
        analytics: hasAnalytics,
        onboarding,
        support_email: supportEmail,
        payment: { kind: payment.provider, test_mode: payment.isTest, client_token: payment.tokenizationKey },
      },
    };
  });

  mount("trackEvent", async (call) => (await trackUsageEvent(app, call, call.body)) ?? { status: 204 });
}
