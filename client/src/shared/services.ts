import { createContext, useContext } from "react";
import type { ActorRefFrom } from "xstate";
import type { ClientConfigStore } from "../stores/client-config.store.ts";
import type { LockSyncStore } from "../stores/lock-sync.store.ts";
import type { EntriesStore } from "../stores/entries.store.ts";
import type { JournalsStore } from "../stores/journals.store.ts";
import type { SettingsStore } from "../stores/settings.store.ts";
import type { Analytics } from "./analytics.ts";
import type { Api } from "./api-client.ts";
import type { Clock } from "./clock.ts";
import type { ExperimentGroups } from "./experiments.ts";
import type { loaderMachine } from "./loader.machine.ts";
import type { PresenceStore } from "./session/presence-store.ts";
import type { sessionMachine } from "./session/session.machine.ts";
import type { Unlocks } from "./unlocks.ts";

/** The actor of the session machine. */
export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/** The stores of the logged-in area: see `stores/use-stores.ts`. */
export type Stores = {
  readonly journals: JournalsStore;
  readonly entries: EntriesStore;
};

/** The services that every screen can use. Created once per page load, in `app/create-services.ts`. */
export type Services = {
  readonly api: Api;
  readonly unlocks: Unlocks;
  readonly lockSync: LockSyncStore;
  readonly sessionActor: SessionActor;
  readonly loaderActor: ActorRefFrom<typeof loaderMachine>;
  /** null until a logged-in page is shown, because their code is not part of the first load */
  stores: Stores | null;
  readonly settings: SettingsStore;
  readonly clientConfig: ClientConfigStore;
  readonly clock: Clock;
  /** true on phones and tablets, unless the operator enabled all screens there */
  readonly isMobile: boolean;
  readonly analytics: Analytics;
  readonly experiments: ExperimentGroups;
  readonly presence: PresenceStore;
  /** logs out because of inactivity */
  readonly logOutIdle: () => void;
};

/** Provides the services to all components. */
export const ServicesContext = createContext<Services | null>(null);

/** The services of this page. Throws outside of the provider. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("useServices needs a provider above the component");
  return services;
}
