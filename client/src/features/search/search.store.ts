import { makeAutoObservable, runInAction } from "mobx";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Api, ApiFailure } from "../../shared/api-client.ts";
import type { SearchKey } from "./search-path.ts";

/** What a search found. */
export type Found = Reply<"search">;

/** What the search page shows: what was found last, until something else is or cannot be. */
export class SearchStore {
  answer: { readonly key: SearchKey; readonly found: Found } | null = null;
  failure: ApiFailure | null = null;
  isLoading = false;
  readonly #api: Api;
  #asked: SearchKey | null = null;
  #running: AbortController | null = null;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Looks for something else; what was on its way is not waited for any more. */
  async ask(key: SearchKey): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#asked = key;
    this.isLoading = true;
    const { query, tag, journal, field, order, page } = key;
    const result = await this.#api.call(
      "search",
      {
        query: {
          ...(query && { query }),
          ...(tag !== null && { tag }),
          ...(journal !== null && { journal }),
          field,
          order,
          page: String(page),
        },
      },
      // Whoever waits looks at what was found for other words: they are told soon, and try again when they like.
      { signal: running.signal, retries: 1 },
    );
    if (running.signal.aborted) return;
    runInAction(() => {
      this.isLoading = false;
      this.failure = result.ok ? null : result;
      // Under words that were refused nothing may stand that belongs to others.
      this.answer = result.ok ? { key, found: result.data } : null;
    });
  }

  /** Looks once more for what was looked for last. */
  again(): void {
    if (this.#asked) void this.ask(this.#asked);
  }

  /** Shows nothing, and waits for nothing: there is nothing to look for. */
  clear(): void {
    this.#running?.abort();
    this.isLoading = false;
    this.failure = null;
    this.answer = null;
  }
}
