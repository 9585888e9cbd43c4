const key = "daybook-install-hidden-until";

/** Reads and writes the time until which the install banner is hidden in this browser. Milliseconds since 1970. */
export type HiddenUntilStore = { read(): number | null; write(until: number): void };

/**
 * Keeps the time in the browser's storage. Without storage, it is forgotten after this visit.
 *
 * @param storage returns `localStorage`, or throws when the browser blocks it
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
