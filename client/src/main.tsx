import "@fontsource-variable/lora/wght.css";
import "@fontsource-variable/lora/wght-italic.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./shared/theme.css";
import "./shared/base.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { App } from "./app/app.tsx";
import { checkIdleOnLoad } from "./features/auto-logout/check-idle-on-load.ts";
import { forgetSearchesAtLogOut } from "./features/search/forget-searches.ts";
import { followLockSync } from "./app/follow-lock-sync.ts";
import { followSession } from "./app/follow-session.ts";
import { followSettings } from "./app/follow-settings.ts";
import { createRoutes, prefetchRoutes } from "./app/routes.tsx";
import { connection, chunkMissingEvent, prefetch } from "./shared/connection.ts";
import { rememberFailedStylesheets } from "./shared/failed-stylesheets.ts";
import { forgetReloads, reloadOnce } from "./shared/reload-once.ts";
import { createServices } from "./app/create-services.ts";
import { isDataSaverOn } from "./shared/device.ts";
import { prefetchDialogs } from "./shared/ui/lazy-dialogs.tsx";

rememberFailedStylesheets(document);
const services = createServices();
services.sessionActor.start();
const userId = () => services.sessionActor.getSnapshot().context.session?.user.id ?? null;
const subscribe = (listener: () => void) => services.sessionActor.subscribe(listener);
const { clock, presence: store, logOutIdle: logOut } = services;
// Runs before the router: a user who was idle for too long must not see a private page.
checkIdleOnLoad({ clock, store, userId, subscribe, logOut });
forgetSearchesAtLogOut(userId, subscribe, () => localStorage);
services.loaderActor.start();

const router = createBrowserRouter(createRoutes(services));
const followRoute = ({ initialized, navigation }: typeof router.state): void => {
  const isResolved = initialized && navigation.state === "idle";
  services.loaderActor.send({ type: isResolved ? "resolved" : "resolving" });
  if (isResolved) forgetReloads();
};
followRoute(router.state);
router.subscribe(followRoute);
followSession(router, services);
followLockSync(router, services, document);
followSettings(services, { page: document.documentElement, storage: () => localStorage });

async function reloadIfReachable(): Promise<void> {
  if (await connection.isReachable()) reloadOnce("preload");
}

// A new release removes the chunks of the old one from the server; a reload gets the new chunk names. The page reloads only during a
// navigation or the first load, and only when the server responds. Otherwise the reload would lose the page that is shown.
window.addEventListener(chunkMissingEvent, () => {
  if (router.state.initialized && router.state.navigation.state === "idle") return;
  void reloadIfReachable();
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<App services={services} router={router} />);

// Prefetches after the first screen is loaded.
const prefetchScreens = () => prefetch(() => Promise.all([prefetchDialogs(), prefetchRoutes()]));
if (!isDataSaverOn(navigator)) window.addEventListener("load", () => setTimeout(prefetchScreens, 2_000));
