import type { RouteObject } from "react-router";
import type { LaterPart } from "./features/later/later-copy.ts";
import type { RouteHandle } from "./shared/route-handle.ts";

/** Shows the page that says which part is not there yet. */
const notYet = (part: LaterPart) => ({
  lazy: async () => {
    const { NotYetPage } = await import("./features/later/not-yet-page.tsx");
    return { element: <NotYetPage part={part} /> };
  },
});

/** Addresses of the product that have no screen yet: links to them are not errors, and say so. */
export function laterRoutes(): RouteObject[] {
  const open = { handle: { showsFooter: true } satisfies RouteHandle };
  return [
    { path: "/app/disable-reminder/:reminderId/:userSlug", ...open, ...notYet("reminders") },
    { path: "/app/manage-reminders/:id", ...open, ...notYet("reminders") },
    { path: "/app/disable-lookingglass/:userId", ...open, ...notYet("lookingGlass") },
    { path: "/app/exclude-lookingglass/:entryId/:userSlug", ...open, ...notYet("lookingGlass") },
    { path: "/app/export-download/:token", ...open, ...notYet("exports") },
    { path: "/promos/power-user-sale", ...open, ...notYet("promotions") },
    { path: "/promos/flash-sale", ...open, ...notYet("promotions") },
    { path: "/promos/:name", ...open, ...notYet("promotions") },
    { path: "/app/downgrade", ...open, ...notYet("plans") },
    { path: "/app/renew", ...open, ...notYet("plans") },
    { path: "/app/renew-error", ...open, ...notYet("plans") },
  ];
}
