const key = "daybook-install-hidden-until";

/** Until when the banner is hidden, stored in this browser. Milliseconds since 1970. */
export type HiddenUntilStore = { read(): number | null; write(until: number): void };

/**
 * Stores the time in the browser's storage. Without storage, the banner is hidden for this visit only.
 *
 * @param storage `localStorage`; may throw
 */
export function hiddenUntilStore(storage: () => Pick<Storage, "getItem" | "setItem">): HiddenUntilStore {
  let fallback: number | null = null;
  return {
    read() {
      try {
        const storedText = storage().getItem(key);
        return storedText !== null && /^\d{1,15}$/.test(storedText) ? Number(storedText) : fallback;
      } catch {
        return fallback;
      }
    },
    write(until) {
      fallback = until;
      try {
        storage().setItem(key, String(until));
      } catch {
        // The time applies to this visit only.
      }
    },
  };
}
