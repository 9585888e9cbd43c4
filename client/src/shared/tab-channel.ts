/** A word to the other tabs of this browser, without content: they look for themselves. */
export type TabChannel = { post(): void; subscribe(heard: () => void): void; close(): void };

/**
 * Tells other tabs of this origin that something changed: by BroadcastChannel, or by a storage event where a browser
 * has none. Never heard by the tab that posts.
 */
export function tabChannel(name: string): TabChannel {
  if (typeof BroadcastChannel === "function") {
    const channel = new BroadcastChannel(name);
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none; only windows do
      post: () => channel.postMessage("changed"),
      subscribe: (heard) => channel.addEventListener("message", heard),
      close: () => channel.close(),
    };
  }
  const stop = new AbortController();
  let posted = 0;
  return {
    post: () => localStorage.setItem(name, `${Date.now()}.${(posted += 1)}`),
    subscribe: (heard) => {
      const listen = (event: StorageEvent): void => {
        if (event.key === name) heard();
      };
      window.addEventListener("storage", listen, { signal: stop.signal });
    },
    close: () => stop.abort(),
  };
}
