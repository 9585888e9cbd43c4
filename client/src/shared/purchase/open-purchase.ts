/** A purchase that was sent, and whose answer was not shown yet. It contains no card, no e-mail address and no password. */
export type OpenPurchase = {
  /** `null` for a visitor */
  readonly userId: number | null;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  /** the idempotency key that it was sent with */
  readonly key: string;
};

const storageKey = "daybook-open-purchase";
/** After this time, in milliseconds, a purchase is no longer shown: the server has found or given up the charge long ago. */
const longestOpenMs = 24 * 60 * 60_000;

/** Stores the purchase whose answer was not shown yet, so that a page that is opened again can say what became of it. */
export function createOpenPurchaseStore(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  const read = () => JSON.parse(storage().getItem(storageKey) ?? "null") as Partial<OpenPurchase> | null;
  return {
    /** Stores a purchase that is being sent. */
    note(purchase: OpenPurchase): void {
      try {
        storage().setItem(storageKey, JSON.stringify(purchase));
      } catch {
        // Without storage, a page that is opened again shows only the plan and the orders.
      }
    },
    /**
     * Removes the stored purchase.
     *
     * @param key removes it only if it has this key: another tab may have begun another purchase
     */
    forget(key?: string): void {
      try {
        if (key !== undefined && read()?.key !== key) return;
        storage().removeItem(storageKey);
      } catch {
        // Without storage, there is nothing to remove. What cannot be read is ignored by `find`.
      }
    },
    /** The open purchase of this user, or of a visitor who may be this user now. */
    find(userId: number | null, now: number): OpenPurchase | null {
      try {
        const { startedAt, key, userId: buyer = null } = read() ?? {};
        if (typeof key !== "string" || typeof startedAt !== "number") return null;
        if (startedAt > now || now - startedAt > longestOpenMs) return null;
        return buyer === null || buyer === userId ? { userId: buyer, startedAt, key } : null;
      } catch {
        return null;
      }
    },
  };
}

/** Remembers the open purchase of this browser. */
export const openPurchaseStore = createOpenPurchaseStore(() => localStorage);
