import { makeAutoObservable, runInAction } from "mobx";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Api, ApiFailure } from "../../shared/api-client.ts";
import type { SearchKey } from "./search-path.ts";

/** The results of a search. */
export type SearchReply = Reply<"search">;

/** The results of the search page. They stay until the next results arrive or the search fails. */
export class SearchStore {
  answer: { readonly key: SearchKey; readonly reply: SearchReply } | null = null;
  failure: ApiFailure | null = null;
  isLoading = false;
  readonly #api: Api;
  #searchKey: SearchKey | null = null;
  #runningRequest: AbortController | null = null;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Starts a search and cancels the running one. */
  async search(key: SearchKey): Promise<void> {
    this.#runningRequest?.abort();
    const currentRequest = new AbortController();
    this.#runningRequest = currentRequest;
    this.#searchKey = key;
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
      // Fewer retries: the user sees old results, and must not wait long for a failure.
      { signal: currentRequest.signal, retries: 1 },
    );
    if (currentRequest.signal.aborted) return;
    runInAction(() => {
      this.isLoading = false;
      this.failure = result.ok ? null : result;
      // Results of another query must not be shown under a failed one.
      this.answer = result.ok ? { key, reply: result.data } : null;
    });
  }

  /** Repeats the last search. */
  repeat(): void {
    if (this.#searchKey) void this.search(this.#searchKey);
  }

  /** Removes the results and cancels the running search. */
  clear(): void {
    this.#runningRequest?.abort();
    this.isLoading = false;
    this.failure = null;
    this.answer = null;
  }
}
