import { type Services, type Stores, useServices } from "../shared/services.ts";
import { EntriesStore } from "./entries.store.ts";
import { JournalsStore } from "./journals.store.ts";

/**
 * The stores of this page, created on first use. Only pages for logged-in users import this module, because it is in the same chunk as
 * MobX. Code of the first load uses `app/load-stores.ts`.
 */
export function storesOf(services: Services): Stores {
  if (services.stores) return services.stores;
  const journals = new JournalsStore(services.api);
  services.stores = { journals, entries: new EntriesStore(services.api, journals) };
  return services.stores;
}

/** The stores of this page. */
export function useStores(): Stores {
  return storesOf(useServices());
}
