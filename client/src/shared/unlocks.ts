/** The result of unlocking an encrypted journal: the token for requests, and the key for its drafts on this device. */
export type UnlockSecrets = { readonly token: string; readonly draftKey: string };

/**
 * The secrets of the encrypted journals that are unlocked in this tab, by the id of the journal. The unlocks survive a reload and end with
 * the tab.
 */
export type Unlocks = Map<number, UnlockSecrets>;

/** The value of the `X-Unlock` header; null when nothing is unlocked. */
export const unlockHeader = (unlocks: Unlocks): string | null =>
  unlocks.size > 0 ? [...unlocks.values()].map(({ token }) => token).join(",") : null;

const key = "daybook-unlocks";
type StoredUnlocks = { userId: number; unlocked: [number, UnlockSecrets][] };

class TabUnlocks extends Map<number, UnlockSecrets> {
  readonly #store: () => void;

  constructor(store: (unlocks: Iterable<[number, UnlockSecrets]>) => void) {
    super();
    this.#store = () => store(this);
  }

  override set(journalId: number, secrets: UnlockSecrets): this {
    super.set(journalId, secrets);
    this.#store();
    return this;
  }

  override delete(journalId: number): boolean {
    const wasUnlocked = super.delete(journalId);
    if (wasUnlocked) this.#store();
    return wasUnlocked;
  }

  override clear(): void {
    super.clear();
    this.#store();
  }
}

/**
 * The unlocked journals of this tab. They are stored in the storage of the tab, together with the id of the user who unlocked them;
 * another user does not get them.
 *
 * @param storage returns `sessionStorage`. It may throw; then the unlocks are only in memory, and a reload of the tab locks everything
 * @param userId the user who is logged in
 */
export function tabUnlocks(
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  userId: () => number | null,
): Unlocks {
  const unlocks = new TabUnlocks((currentUnlocks) => {
    const currentUserId = userId();
    const list = [...currentUnlocks];
    try {
      if (currentUserId === null || list.length === 0) storage().removeItem(key);
      else
        storage().setItem(
          key,
          JSON.stringify({ userId: currentUserId, unlocked: list } satisfies StoredUnlocks),
        );
    } catch {
      // Without storage, the unlocks are only in the map.
    }
  });
  let storedUnlocks: Partial<StoredUnlocks> | null = null;
  try {
    storedUnlocks = JSON.parse(storage().getItem(key) ?? "null") as Partial<StoredUnlocks> | null;
  } catch {
    return unlocks;
  }
  const unlocksOfUser =
    storedUnlocks?.userId === userId() && Array.isArray(storedUnlocks.unlocked) ? storedUnlocks.unlocked : [];
  for (const [id, secrets] of unlocksOfUser) unlocks.set(id, secrets);
  if (storedUnlocks && unlocksOfUser.length === 0) unlocks.clear();
  return unlocks;
}
