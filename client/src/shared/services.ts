import { createContext, useContext } from "react";
import { createActor, fromPromise } from "xstate";
import { presenceStore } from "../features/auto-logout/presence-store.ts";
import { sessionMachine } from "../features/session/session.machine.ts";
import { ClientConfigStore } from "../stores/client-config.store.ts";
import { ClosingsStore } from "../stores/closings.store.ts";
import { EntriesStore } from "../stores/entries.store.ts";
import { JournalsStore } from "../stores/journals.store.ts";
import { SettingsStore } from "../stores/settings.store.ts";
import { analyticsSender, createAnalytics } from "./analytics.ts";
import { createApi } from "./api-client.ts";
import { type Clock, systemClock, systemSleep } from "./clock.ts";
import { isMobileDevice } from "./device.ts";
import { experimentGroups } from "./experiments.ts";
import { loaderMachine } from "./loader.machine.ts";
import { randomToken } from "./random-token.ts";
import { reloadOnce } from "./reload-once.ts";
import { sessionCookie } from "./session-cookie.ts";
import { tabChannel } from "./tab-channel.ts";
import { tierOf } from "./tier-of.ts";
import { unlockHeader, type Unlocks } from "./unlocks.ts";

/** Milliseconds until a cookie that one tab wrote is read by every other. */
const cookieSettles = 1_000;

/**
 * Builds, once, what outlives every screen: the request layer, the root actors and the stores. The actors are
 * not started here; `main.tsx` starts them before the first render.
 */
export function createServices() {
  const clock: Clock = systemClock;
  const cookie = sessionCookie(document, location.protocol === "https:");
  const tabs = tabChannel("daybook-session");
  const unlocks: Unlocks = new Map();
  const api = createApi({
    fetch: (url, init) => fetch(url, init),
    session: () => sessionActor.getSnapshot().context.session,
    unlock: () => unlockHeader(unlocks),
    clock,
    sleep: systemSleep,
    random: randomToken,
    origin: location.origin,
    onUnauthorised: () => sessionActor.send({ type: "unauthorised" }),
    onFatal: () => analytics.track("Fatal Response Error"),
    onAnswer: (answered) => closings.answered(answered),
  });
  const sessionActor = createActor(
    sessionMachine.provide({
      actors: {
        refresh: fromPromise(async ({ signal }) => {
          const result = await api.call("refreshToken", {}, { signal });
          if (result.ok) return result.data;
          throw new Error(result.code);
        }),
        logout: fromPromise(({ signal }) =>
          api.call("logout", {}, { signal, retries: 0, keepalive: true, quiet401: true }),
        ),
      },
      actions: {
        "store session": ({ context }) => {
          cookie.write(context.session);
          tabs.post();
        },
      },
    }),
    { input: { now: () => clock.now(), read: () => cookie.read() } },
  );
  tabs.subscribe(() => {
    sessionActor.send({ type: "session.changed" });
    // The word of another tab may arrive before the cookie it wrote does.
    void systemSleep(cookieSettles).then(() => sessionActor.send({ type: "session.check" }));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") sessionActor.send({ type: "session.check" });
  });
  window.addEventListener("online", () => sessionActor.send({ type: "session.check" }));
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) sessionActor.send({ type: "session.check" });
  });
  const experiments = experimentGroups(Math.random, () => localStorage);
  const clientConfig = new ClientConfigStore(api);
  const analytics = createAnalytics({
    enabled: async () => (await clientConfig.load())?.analytics ?? null,
    send: analyticsSender((url, init) => fetch(url, init), location.origin),
    groups: experiments,
    tier: () => {
      const { session } = sessionActor.getSnapshot().context;
      return session ? tierOf(session.user) : null;
    },
  });
  const presence = presenceStore(() => localStorage, window);
  /** Logs out because nobody is there. */
  const logOutIdle = (): void => {
    analytics.track("Auto Logout");
    sessionActor.send({ type: "logout", why: "idle" });
  };
  const loaderActor = createActor(
    loaderMachine.provide({ actions: { "reload the page": () => reloadOnce("loader") } }),
  );
  const journals = new JournalsStore(api);
  const entries = new EntriesStore(api, journals);
  const settings = new SettingsStore(api);
  const closings = new ClosingsStore(tabChannel("daybook-closings"));
  const isMobile = isMobileDevice(navigator);
  return {
    api,
    unlocks,
    closings,
    sessionActor,
    loaderActor,
    journals,
    entries,
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

/** What every screen may use. */
export type Services = ReturnType<typeof createServices>;
/** The root actor of the session. */
export type SessionActor = Services["sessionActor"];

/** Carries the services down the tree. */
export const ServicesContext = createContext<Services | null>(null);

/** The services of this page; throws outside of the provider. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("no services above this component");
  return services;
}
