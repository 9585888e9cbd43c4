import type { Reply } from "@daybook/domain/contract/contract";
import { makeAutoObservable, runInAction } from "mobx";
import type { Api } from "../shared/api-client.ts";

/** What the server tells every browser. */
export type ClientConfig = Reply<"clientConfig">;

/** How this installation is set up, fetched when somebody first asks. */
export class ClientConfigStore {
  /** `null` until it was fetched */
  config: ClientConfig | null = null;
  readonly #api: Api;
  #loading: Promise<ClientConfig | null> | null = null;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Fetches it once; `null` when that failed, and the next to ask tries again. */
  load(): Promise<ClientConfig | null> {
    this.#loading ??= this.fetch();
    return this.#loading;
  }

  private async fetch(): Promise<ClientConfig | null> {
    const result = await this.#api.call("clientConfig", {}, { retries: 0 });
    if (result.ok) runInAction(() => (this.config = result.data));
    else this.#loading = null;
    return this.config;
  }
}
