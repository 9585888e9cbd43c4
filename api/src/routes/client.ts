import type { Application } from "@daybook/application/application";
import { recordEvent } from "@daybook/application/accounts/record-events";
import type { Mount } from "../http/mount.ts";

/** The calls of a browser before sign-in: configuration and usage events. */
export function mountClient(mount: Mount, app: Application): void {
  mount("clientConfig", async () => ({
    status: 200,
    body: {
      turnstile_site_key: app.botCheck.siteKey,
      analytics: app.analytics.on,
      onboarding: app.onboarding,
    },
  }));

  mount("trackEvent", async (call) => (await recordEvent(app, call, call.body)) ?? { status: 204 });
}
