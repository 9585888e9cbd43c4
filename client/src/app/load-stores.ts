import { whenReachable } from "../shared/connection.ts";
import type { ApiResult, CallOptions } from "../shared/api-client.ts";
import type { Services, Stores } from "../shared/services.ts";

/** The stores of the logged-in area. Their code is not part of the first load. */
export async function loadStores(services: Services): Promise<Stores> {
  const { storesOf } = await whenReachable(() => import("../stores/use-stores.ts"))();
  return storesOf(services);
}

/** Loads the journals into their store. The request does not wait for the code of the store. */
export async function loadJournals(
  services: Services,
  options: CallOptions,
): Promise<ApiResult<"listJournals">> {
  const reply = services.api.call("listJournals", {}, options);
  const { journals } = await loadStores(services);
  return journals.storeReply(reply);
}
