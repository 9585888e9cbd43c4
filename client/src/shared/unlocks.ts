/** What opening an encryption lock gave: the token for requests, and the key for drafts of that journal on this device. */
export type Unlocked = { readonly token: string; readonly draftKey: string };

/** The encryption locks that are open in this tab, by journal. In memory alone: closing the page closes them. */
export type Unlocks = Map<number, Unlocked>;

/** What `X-Unlock` says; null while nothing is open. */
export const unlockHeader = (unlocks: Unlocks): string | null =>
  unlocks.size > 0 ? [...unlocks.values()].map(({ token }) => token).join(",") : null;
