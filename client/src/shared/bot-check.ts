import type { ClientConfigStore } from "../stores/client-config.store.ts";
import type { CallOptions } from "./api-client.ts";
import { loadTurnstile, type Turnstile } from "./turnstile.ts";

/** Whether the check is shown or has failed. */
export type BotCheckState = "shown" | "failed";

/** Below this width, in pixels, only the compact widget fits. */
const minFullWidth = 300;
const tokenTimeoutMs = 10_000;

/**
 * The bot check of one form. A token is valid once, so the check is reset after each call that sent one. Without a configured
 * check, calls have no token.
 */
export class BotCheck {
  readonly #config: Pick<ClientConfigStore, "load">;
  #widget: { turnstile: Turnstile; id: string } | null = null;
  #token: string | null = null;
  readonly #waiters = new Set<(token: string) => void>();

  constructor(config: Pick<ClientConfigStore, "load">) {
    this.#config = config;
  }

  /**
   * Loads and shows the check.
   *
   * @param onState called when it is shown or works again, and when it fails
   * @returns a function that removes it
   */
  show(host: HTMLElement, siteKey: string, onState: (state: BotCheckState) => void): () => void {
    let isRemoved = false;
    const start = (turnstile: Turnstile): void => {
      if (isRemoved) return;
      const id = turnstile.render(host, {
        sitekey: siteKey,
        appearance: "interaction-only",
        size: host.clientWidth < minFullWidth ? "compact" : "flexible",
        theme: getComputedStyle(host).colorScheme === "dark" ? "dark" : "light",
        "response-field": false,
        callback: (token: string) => {
          this.#receiveToken(token);
          onState("shown");
        },
        "expired-callback": () => (this.#token = null),
        "error-callback": () => {
          this.#token = null;
          onState("failed");
          return true;
        },
      });
      this.#widget = { turnstile, id };
      onState("shown");
    };
    void loadTurnstile().then(start, () => !isRemoved && onState("failed"));
    return () => {
      isRemoved = true;
      this.#widget?.turnstile.remove(this.#widget.id);
      this.#widget = null;
      this.#token = null;
    };
  }

  /**
   * Makes a call with a token, or without one when none arrives in time. With a configured check the call is not retried, because
   * the token would be invalid the second time.
   *
   * @param call gets the extra body fields and the call options
   */
  async pass<R>(call: (body: { turnstile?: string }, options: CallOptions) => Promise<R>): Promise<R> {
    const config = await this.#config.load();
    if (!config?.turnstile_site_key) return await call({}, {});
    const token = this.#token ?? (await this.#waitForToken());
    this.#token = null;
    const result = await call(token === null ? {} : { turnstile: token }, { retries: 0 });
    if (token !== null) this.#widget?.turnstile.reset(this.#widget.id);
    return result;
  }

  #receiveToken(token: string): void {
    this.#token = token;
    for (const resolve of this.#waiters) resolve(token);
  }

  /** Waits for the next token; `null` when none arrives in time, for example because the user has to tick a box first. */
  #waitForToken(): Promise<string | null> {
    return new Promise((resolve) => {
      const finish = (token: string | null): void => {
        clearTimeout(timer);
        this.#waiters.delete(finish);
        resolve(token);
      };
      const timer = setTimeout(() => finish(null), tokenTimeoutMs);
      this.#waiters.add(finish);
    });
  }
}
