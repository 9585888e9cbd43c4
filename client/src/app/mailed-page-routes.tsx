import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";

const loadOptOuts = whenReachable(() => import("../features/confirm/opt-out-pages.tsx"));

const open = { handle: { showsFooter: true } satisfies RouteHandle };

/** The pages that e-mails link to, for any device. They need no session. */
export function mailedPageRoutes(): RouteObject[] {
  return [
    {
      path: "/app/disable-lookingglass/:userId",
      ...open,
      lazy: async () => ({ Component: (await loadOptOuts()).DisableLookingGlassPage }),
    },
    {
      path: "/app/exclude-lookingglass/:entryId/:userSlug",
      ...open,
      lazy: async () => ({ Component: (await loadOptOuts()).ExcludeEntryPage }),
    },
    {
      path: "/unsubscribe/sponsored",
      lazy: whenReachable(async () => ({
        Component: (await import("../features/confirm/unsubscribe-page.tsx")).UnsubscribePage,
      })),
    },
  ];
}
