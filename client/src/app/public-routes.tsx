import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";

const withFooter = { handle: { showsFooter: true } satisfies RouteHandle };

const loadErrorPages = whenReachable(() => import("../features/errors/error-pages.tsx"));

/** The routes of the landing page, the help and the error pages, which are open to everybody. */
export function publicRoutes(): RouteObject[] {
  return [
    {
      path: "/online-journal",
      ...withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/landing-page.tsx")).LandingPage,
      })),
    },
    {
      path: "/support",
      ...withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/support-page.tsx")).SupportPage,
      })),
    },
    {
      path: "/error/404",
      ...withFooter,
      lazy: async () => ({ Component: (await loadErrorPages()).NotFoundPage }),
    },
    {
      path: "/error/403",
      ...withFooter,
      lazy: async () => ({ Component: (await loadErrorPages()).ForbiddenPage }),
    },
  ];
}
