const key = "daybook-install-hidden-until";

/** Until when the banner is hidden, stored in this browser. Milliseconds since 1970. */
export type HiddenUntil = { read(): number | null; write(hiddenUntil: number): void };

/**
 * Stores the time in the browser's storage. Without storage, the banner is hidden for this visit only.
 *
 * @param storage `localStorage`; may throw
 */
export function hiddenUntil(storage: () => Pick<Storage, "getItem" | "setItem">): HiddenUntil {
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
    write(hiddenUntil) {
      fallback = hiddenUntil;
      try {
        storage().setItem(key, String(hiddenUntil));
      } catch {
        // The time applies to this visit only.
      }
    },
  };
}
