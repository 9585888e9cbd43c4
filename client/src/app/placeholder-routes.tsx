import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import type { PlaceholderFeature } from "../features/placeholder/placeholder-text.ts";
import type { RouteHandle } from "../shared/route-handle.ts";

/** Shows a page that says which feature is not available yet. */
const placeholder = (feature: PlaceholderFeature) => ({
  lazy: whenReachable(async () => {
    const { PlaceholderPage } = await import("../features/placeholder/placeholder-page.tsx");
    return { element: <PlaceholderPage feature={feature} /> };
  }),
});

/** The routes of features that do not exist yet: their links show an explanation instead of an error. */
export function placeholderRoutes(): RouteObject[] {
  const withFooter = { handle: { showsFooter: true } satisfies RouteHandle };
  return [{ path: "/app/export-download/:token", ...withFooter, ...placeholder("exports") }];
}
