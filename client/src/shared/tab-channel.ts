/** Sends a message without content to the other tabs of this browser. */
export type TabChannel = { post(): void; subscribe(onMessage: () => void): void; close(): void };

/** A channel between the tabs of this origin; `null` in browsers that refuse it, for example because cookies are blocked. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Notifies other tabs of this origin. The sending tab does not get the message. Without a channel, nothing is sent. */
export function tabChannel(name: string): TabChannel {
  const channel = openChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have target origins
    post: () => channel?.postMessage("changed"),
    subscribe: (onMessage) => channel?.addEventListener("message", onMessage),
    close: () => channel?.close(),
  };
}
