/** Sends a message without content to the other tabs of this browser. */
export type TabChannel = { post(): void; subscribe(onMessage: () => void): void; close(): void };

/**
 * Notifies other tabs of this origin: with BroadcastChannel, or with a storage event in browsers without it. The sending tab
 * does not get the message.
 */
export function tabChannel(name: string): TabChannel {
  if (typeof BroadcastChannel === "function") {
    const channel = new BroadcastChannel(name);
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have target origins
      post: () => channel.postMessage("changed"),
      subscribe: (onMessage) => channel.addEventListener("message", onMessage),
      close: () => channel.close(),
    };
  }
  const controller = new AbortController();
  let postCount = 0;
  return {
    post: () => localStorage.setItem(name, `${Date.now()}.${(postCount += 1)}`),
    subscribe: (onMessage) => {
      const listen = (event: StorageEvent): void => {
        if (event.key === name) onMessage();
      };
      window.addEventListener("storage", listen, { signal: controller.signal });
    },
    close: () => controller.abort(),
  };
}
