import { openChannel } from "../../../shared/tab-channel.ts";

/** Tells other tabs that an entry was saved, and its new revision. */
export type SaveMessage = { readonly entryId: number; readonly revision: number };

/**
 * Connects the tabs of this browser: `onSave` is called when another tab saved an entry, and the returned function tells the other tabs
 * about a save. Without a channel, nothing is sent; the server still detects conflicts.
 */
export function savesChannel(onSave: (save: SaveMessage) => void): (save: SaveMessage) => void {
  const channel = openChannel("daybook-saves");
  channel?.addEventListener("message", ({ data }: MessageEvent<SaveMessage>) => onSave(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have target origins
  return (save) => channel?.postMessage(save);
}
