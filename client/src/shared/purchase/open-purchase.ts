/** A purchase that was sent and has no answer yet. It contains no card, no e-mail address and no password. */
export type OpenPurchase = {
  /** `null` for a visitor */
  readonly userId: number | null;
  /** milliseconds since 1970 */
  readonly startedAt: number;
};

const storageKey = "daybook-open-purchase";
/** After this time, in milliseconds, a purchase is no longer shown: the server has found or given up the charge long ago. */
const longestOpenMs = 24 * 60 * 60_000;

/** Stores the purchase that has no answer yet, so that a page that is opened again can say what became of it. */
export function openPurchaseStore(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    note(purchase: OpenPurchase): void {
      try {
        storage().setItem(storageKey, JSON.stringify(purchase));
      } catch {
        // Without storage, a page that is opened again shows only the plan and the orders.
      }
    },
    forget(): void {
      try {
        storage().removeItem(storageKey);
      } catch {
        // There is nothing stored.
      }
    },
    /** The open purchase of this user, or of a visitor who may be this user now. */
    find(userId: number | null, now: number): OpenPurchase | null {
      try {
        const stored = JSON.parse(storage().getItem(storageKey) ?? "null") as Partial<OpenPurchase> | null;
        const { startedAt, userId: buyer = null } = stored ?? {};
        if (typeof startedAt !== "number" || startedAt > now || now - startedAt > longestOpenMs) return null;
        return buyer === null || buyer === userId ? { userId: buyer, startedAt } : null;
      } catch {
        return null;
      }
    },
  };
}

/** The open purchase of this browser. */
export const openPurchase = openPurchaseStore(() => localStorage);
