const key = "daybook-hidden-offer";

/** Remembers in this browser the last promotion whose banner was hidden. Without storage, the banner is hidden until the next page load. */
export function hiddenPromotionStore(storage: () => Pick<Storage, "getItem" | "setItem">) {
  let fallback: string | null = null;
  return {
    isHidden(id: string): boolean {
      try {
        return (storage().getItem(key) ?? fallback) === id;
      } catch {
        return fallback === id;
      }
    },
    hide(id: string): void {
      fallback = id;
      try {
        storage().setItem(key, id);
      } catch {
        // It is hidden until the next page load.
      }
    },
  };
}
