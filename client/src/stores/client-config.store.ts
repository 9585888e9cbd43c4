import type { Reply } from "@daybook/domain/contract/contract";
import type { Api } from "../shared/api-client.ts";
import { createAtom } from "../shared/atom.ts";

/** The configuration that the server sends to every browser. */
export type ClientConfig = Reply<"clientConfig">;

/** The configuration of this installation, loaded on first use. */
export class ClientConfigStore {
  /** `null` until it is loaded */
  readonly config = createAtom<ClientConfig | null>(null);
  readonly #api: Api;
  #loading: Promise<ClientConfig | null> | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Loads the configuration once. Returns `null` on failure; the next call tries again. */
  load(): Promise<ClientConfig | null> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  async #fetch(): Promise<ClientConfig | null> {
    const result = await this.#api.call("clientConfig", {}, { retries: 0 });
    if (result.ok) this.config.set(result.data);
    else this.#loading = null;
    return this.config.get();
  }
}
