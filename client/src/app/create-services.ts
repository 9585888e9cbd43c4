import { createActor, fromPromise } from "xstate";
import { presenceStore } from "../shared/session/presence-store.ts";
import { sessionMachine } from "../shared/session/session.machine.ts";
import { ClientConfigStore } from "../stores/client-config.store.ts";
import { LockSyncStore } from "../stores/lock-sync.store.ts";
import { SettingsStore } from "../stores/settings.store.ts";
import { analyticsSender, createAnalytics } from "../shared/analytics.ts";
import { createApi } from "../shared/api-client.ts";
import { createIconProbe, connection } from "../shared/connection.ts";
import { type Clock, systemClock, systemSleep } from "../shared/clock.ts";
import { showsDesktopScreensOnMobile, isMobileDevice } from "../shared/device.ts";
import { experimentGroups } from "../shared/experiments.ts";
import { loaderMachine } from "../shared/loader.machine.ts";
import { randomToken } from "../shared/random-token.ts";
import { reloadOnce } from "../shared/reload-once.ts";
import type { Services, SessionActor } from "../shared/services.ts";
import { runSavesBeforeLogout } from "../shared/session/save-before-logout.ts";
import { sessionKey, sessionStore } from "../shared/session/session-store.ts";
import { createServerClock } from "../shared/server-clock.ts";
import { tabChannel } from "../shared/tab-channel.ts";
import { tierOf } from "../shared/tier-of.ts";
import { tabUnlocks, unlockHeader } from "../shared/unlocks.ts";

/** How long to wait, in milliseconds, until a session written by one tab is readable in all others. */
const sessionReadableAfterMs = 1_000;

/**
 * Creates the services of the page: the request layer, the root actors and the stores that every page needs. Also forwards events of
 * the browser and of other tabs to them. `main.tsx` starts the actors before the first render.
 */
export function createServices(): Services {
  const clock: Clock = systemClock;
  const serverClock = createServerClock(clock, () => localStorage);
  const savedSession = sessionStore(document, location.protocol === "https:", () => localStorage);
  const sessionTabs = tabChannel("daybook-session");
  const unlocks = tabUnlocks(
    () => sessionStorage,
    () => savedSession.read()?.user.id ?? null,
  );
  const api = createApi({
    fetch: (url, init) => fetch(url, init),
    session: () => sessionActor.getSnapshot().context.session,
    unlock: () => unlockHeader(unlocks),
    clock: serverClock,
    sleep: systemSleep,
    random: randomToken,
    origin: location.origin,
    onUnauthorised: () => sessionActor.send({ type: "unauthorised" }),
    onFatal: () => analytics.track("Fatal Response Error"),
    onNoResponse: () => void connection.waitUntilReachable(),
    onResponse: (response) => lockSync.handleResponse(response),
  });
  const sessionActor: SessionActor = createActor(
    sessionMachine.provide({
      actors: {
        refresh: fromPromise(async ({ signal }) => {
          const result = await api.call("refreshToken", {}, { signal });
          if (result.ok) return result.data;
          throw new Error(result.code);
        }),
        logout: fromPromise(async ({ signal }) => {
          await runSavesBeforeLogout(systemSleep);
          return api.call("logout", {}, { signal, retries: 0, keepalive: true, quiet401: true });
        }),
      },
      actions: {
        "store session": ({ context }) => {
          savedSession.write(context.session);
          sessionTabs.post();
        },
      },
    }),
    { input: { now: serverClock.sessionNow, read: () => savedSession.read() } },
  );
  sessionTabs.subscribe(() => {
    sessionActor.send({ type: "session.changed" });
    // The message of another tab may arrive before the data that it wrote.
    void systemSleep(sessionReadableAfterMs).then(() => sessionActor.send({ type: "session.check" }));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") sessionActor.send({ type: "session.check" });
  });
  window.addEventListener("storage", ({ key }) => {
    // The key is null when the whole storage was cleared.
    if (key === sessionKey || key === null) sessionActor.send({ type: "session.check" });
  });
  window.addEventListener("online", () => sessionActor.send({ type: "session.check" }));
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) sessionActor.send({ type: "session.check" });
  });
  const experiments = experimentGroups(Math.random, () => localStorage);
  const clientConfig = new ClientConfigStore(api);
  const analytics = createAnalytics({
    acceptsEvents: async () => (await clientConfig.load())?.analytics ?? null,
    send: analyticsSender((url, init) => fetch(url, init), location.origin),
    groups: experiments,
    tier: () => {
      const { session } = sessionActor.getSnapshot().context;
      return session ? tierOf(session.user) : null;
    },
  });
  const presence = presenceStore(() => localStorage, window);
  /** Logs out because of inactivity, unless the session is already ending. */
  const logOutIdle = (): void => {
    if (!sessionActor.getSnapshot().hasTag("logged in")) return;
    analytics.track("Auto Logout");
    sessionActor.send({ type: "logout", reason: "idle" });
  };
  const loaderActor = createActor(
    loaderMachine.provide({
      actions: {
        // While the server is unreachable, a reload would lose the page.
        "reload the page": () =>
          void connection
            .waitUntilReachable()
            .then(() => loaderActor.getSnapshot().hasTag("shown") && reloadOnce("loader")),
      },
    }),
  );
  connection.configure({
    probe: createIconProbe((url, init) => fetch(url, init), clock.now),
    sleep: systemSleep,
    online: () => new Promise((resolve) => window.addEventListener("online", resolve, { once: true })),
  });
  // The browser's "offline" event may be wrong, so this asks the server itself.
  window.addEventListener("offline", () => void connection.waitUntilReachable());
  const settings = new SettingsStore(api);
  const lockSync = new LockSyncStore(tabChannel("daybook-closings"));
  const isMobile = !showsDesktopScreensOnMobile() && isMobileDevice(navigator);
  return {
    api,
    unlocks,
    lockSync,
    sessionActor,
    loaderActor,
    stores: null,
    settings,
    clientConfig,
    clock,
    isMobile,
    analytics,
    experiments,
    presence,
    logOutIdle,
  };
}
