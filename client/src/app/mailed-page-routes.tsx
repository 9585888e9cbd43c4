import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";
import { guardLoader } from "./route-loaders.ts";

const loadOptOuts = whenReachable(() => import("../features/confirm/opt-out-pages.tsx"));
const loadReminders = whenReachable(() => import("../features/reminders/manage-reminders.route.ts"));

const withFooter = { handle: { showsFooter: true } satisfies RouteHandle };

/**
 * The pages that open from links in e-mails, on any device. On these pages a person manages reminders, stops reminders, Looking Glass or
 * sponsored e-mails, or excludes an entry from Looking Glass. Only the page that manages reminders needs a session.
 */
export function mailedPageRoutes(services: Services): RouteObject[] {
  return [
    {
      path: "/app/manage-reminders/:id",
      loader: guardLoader(
        services,
        async ({ params, request }) =>
          (await loadReminders()).resolve(services, params["id"], request.signal),
        { mobile: true, onboarding: true },
      ),
      handle: { isGuarded: true } satisfies RouteHandle,
      lazy: async () => ({ Component: (await loadReminders()).Component }),
    },
    {
      path: "/app/disable-reminder/:reminderId/:userSlug",
      ...withFooter,
      lazy: async () => ({ Component: (await loadOptOuts()).DisableReminderPage }),
    },
    {
      path: "/app/disable-lookingglass/:userSlug",
      ...withFooter,
      lazy: async () => ({ Component: (await loadOptOuts()).DisableLookingGlassPage }),
    },
    {
      path: "/app/exclude-lookingglass/:entryId/:userSlug",
      ...withFooter,
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
