/**
 * The parts of Cloudflare's script that we use, see
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/.
 */
export type Turnstile = {
  render(host: HTMLElement, options: Record<string, unknown>): string;
  reset(widgetId: string): void;
  remove(widgetId: string): void;
};

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const scriptUrl = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";
let loading: Promise<Turnstile> | null = null;

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.addEventListener("load", () => {
      if (window.turnstile) resolve(window.turnstile);
      else reject(new Error("the script of the bot check did not define its functions"));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("the script of the bot check did not load"));
    });
    document.head.append(script);
  });
}

/** Loads Cloudflare's script on first use. After a failure, the next call tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
