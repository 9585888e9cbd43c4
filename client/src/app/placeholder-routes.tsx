import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { PlaceholderPart } from "../features/placeholder/placeholder-text.ts";
import type { RouteHandle } from "../shared/route-handle.ts";

/** Shows a page that says which feature is not available yet. */
const placeholder = (part: PlaceholderPart) => ({
  lazy: whenReachable(async () => {
    const { PlaceholderPage } = await import("../features/placeholder/placeholder-page.tsx");
    return { element: <PlaceholderPage part={part} /> };
  }),
});

/** The routes of features that do not exist yet: their links show an explanation instead of an error. */
export function placeholderRoutes(): RouteObject[] {
  const open = { handle: { showsFooter: true } satisfies RouteHandle };
  return [
    { path: "/app/export-download/:token", ...open, ...placeholder("exports") },
    { path: "/promos/power-user-sale", ...open, ...placeholder("promotions") },
    { path: "/promos/flash-sale", ...open, ...placeholder("promotions") },
    { path: "/promos/:name", ...open, ...placeholder("promotions") },
    { path: "/app/downgrade", ...open, ...placeholder("plans") },
    { path: "/app/renew", ...open, ...placeholder("plans") },
    { path: "/app/renew-error", ...open, ...placeholder("plans") },
  ];
}
