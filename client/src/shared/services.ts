import { createContext, useContext } from "react";
import { createActor, fromPromise } from "xstate";
import { sessionMachine } from "../features/session/session.machine.ts";
import { EntriesStore } from "../stores/entries.store.ts";
import { JournalsStore } from "../stores/journals.store.ts";
import { createApi } from "./api-client.ts";
import { type Clock, systemClock, systemSleep } from "./clock.ts";
import { loaderMachine } from "./loader.machine.ts";
import { randomToken } from "./random-token.ts";
import { reloadOnce } from "./reload-once.ts";
import { sessionCookie } from "./session-cookie.ts";
import { tabChannel } from "./tab-channel.ts";

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
  const api = createApi({
    fetch: (url, init) => fetch(url, init),
    session: () => sessionActor.getSnapshot().context.session,
    clock,
    sleep: systemSleep,
    random: randomToken,
    origin: location.origin,
    onUnauthorised: () => sessionActor.send({ type: "unauthorised" }),
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
  const loaderActor = createActor(
    loaderMachine.provide({ actions: { "reload the page": () => reloadOnce("loader") } }),
  );
  const journals = new JournalsStore(api);
  const entries = new EntriesStore(api, journals);
  return { api, sessionActor, loaderActor, journals, entries, clock };
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
