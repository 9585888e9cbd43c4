import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { limits, tooMany } from "../policies/limits.ts";

/** What a browser asks and tells before anybody signs in. */
export function mountClient(mount: Mount, deps: ApiDeps): void {
  mount("clientConfig", async () => ({
    status: 200,
    body: {
      turnstile_site_key: deps.botCheck.siteKey,
      analytics: deps.analytics.on,
      onboarding: deps.onboarding,
    },
  }));

  mount("trackEvent", async ({ body, caller, act }) => {
    if (!deps.analytics.on) return { status: 204 };
    const limited = await tooMany(deps, limits.eventsFromAddress, caller.ip);
    if (limited) return limited;
    deps.inBackground("analytics", () => deps.analytics.count(body, act.now));
    return { status: 204 };
  });
}
