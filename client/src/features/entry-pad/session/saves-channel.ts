/** A save that another tab of this browser made. */
export type SaveMessage = { readonly entryId: number; readonly revision: number };

/** Tells the other tabs of this browser which entry was saved. Without BroadcastChannel it does nothing: the server detects conflicts. */
export function savesChannel(onNews: (news: SaveMessage) => void): (news: SaveMessage) => void {
  if (typeof BroadcastChannel !== "function") return () => {};
  const channel = new BroadcastChannel("daybook-saves");
  channel.addEventListener("message", ({ data }: MessageEvent<SaveMessage>) => onNews(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have target origins
  return (news) => channel.postMessage(news);
}
