import "@fontsource-variable/lora/wght.css";
import "@fontsource-variable/lora/wght-italic.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./shared/theme.css";
import "./shared/base.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { App } from "./app.tsx";
import { lookOnArrival } from "./features/auto-logout/arrival.ts";
import { forgetSearchesAtLogOut } from "./features/search/forget-searches.ts";
import { followClosings } from "./follow-closings.ts";
import { followSession } from "./follow-session.ts";
import { followSettings } from "./follow-settings.ts";
import { createRoutes, warmRoutes } from "./routes.tsx";
import { forgetReloads, reloadOnce } from "./shared/reload-once.ts";
import { createServices } from "./shared/services.ts";
import { warmDialogs } from "./shared/ui/lazy-dialogs.tsx";

const services = createServices();
services.sessionActor.start();
// Before any route is looked at: who was away for too long sees no private page.
const userId = () => services.sessionActor.getSnapshot().context.session?.user.id ?? null;
const subscribe = (changed: () => void) => services.sessionActor.subscribe(changed);
const { clock, presence: store, logOutIdle: logOut } = services;
lookOnArrival({ clock, store, userId, subscribe, logOut });
forgetSearchesAtLogOut(userId, subscribe, () => localStorage);
services.loaderActor.start();

const router = createBrowserRouter(createRoutes(services));
const followRoute = ({ initialized, navigation }: typeof router.state): void => {
  const resolved = initialized && navigation.state === "idle";
  services.loaderActor.send({ type: resolved ? "resolved" : "resolving" });
  if (resolved) forgetReloads();
};
followRoute(router.state);
router.subscribe(followRoute);
followSession(router, services);
followClosings(router, services, document);
followSettings(services, { page: document.documentElement, memory: () => localStorage });

async function reloadIfServed(): Promise<void> {
  const { status } = await services.api.call("health", {}, { retries: 0 });
  if (status !== 0) reloadOnce("preload");
}

// A chunk of an older build is gone from the server; the page of the new build knows the new names. Only for a route
// that somebody waits for, and only while the server answers: a page reloaded without it would be lost.
window.addEventListener("vite:preloadError", () => {
  if (router.state.initialized && router.state.navigation.state === "idle") return;
  void reloadIfServed();
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<App services={services} router={router} />);

// What will be needed soon is fetched after the first screen stands; a failure waits for the real use.
const warm = (): void => void Promise.all([warmDialogs(), warmRoutes()]).catch(() => {});
window.addEventListener("load", () => setTimeout(warm, 2_000));
