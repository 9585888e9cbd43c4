import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";

const promoPage = {
  lazy: whenReachable(async () => ({
    Component: (await import("../features/promos/promo-page.tsx")).PromoPage,
  })),
};

/** The routes of promotions, renewal and downgrade. They need no session, and they do not redirect phones and tablets. */
export function planRoutes(): RouteObject[] {
  const withFooter = { handle: { showsFooter: true } satisfies RouteHandle };
  return [
    { path: "/promos/power-user-sale", ...withFooter, ...promoPage },
    { path: "/promos/flash-sale", ...withFooter, ...promoPage },
    { path: "/promos/:name", ...withFooter, ...promoPage },
    {
      path: "/app/downgrade",
      ...withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/downgrade/downgrade-page.tsx")).DowngradePage,
      })),
    },
    {
      path: "/app/renew",
      ...withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/renew/renew-page.tsx")).RenewPage,
      })),
    },
    {
      path: "/app/renew-error",
      ...withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/renew/renew-error-page.tsx")).RenewErrorPage,
      })),
    },
  ];
}
