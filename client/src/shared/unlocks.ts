/** The result of unlocking an encrypted journal: the token for requests, and the key for its drafts on this device. */
export type Unlocked = { readonly token: string; readonly draftKey: string };

/** The encrypted journals that are unlocked in this tab, by id. Only in memory: closing the page locks them. */
export type Unlocks = Map<number, Unlocked>;

/** The value of the `X-Unlock` header; null when nothing is unlocked. */
export const unlockHeader = (unlocks: Unlocks): string | null =>
  unlocks.size > 0 ? [...unlocks.values()].map(({ token }) => token).join(",") : null;
