const key = "daybook-install-hidden-until";

/** Until when the banner is hidden, stored in this browser. Milliseconds since 1970. */
export type HiddenUntil = { read(): number | null; write(until: number): void };

/**
 * Stores the time in the browser's storage. Without storage, the banner is hidden for this visit only.
 *
 * @param memory `localStorage`; may throw
 */
export function hiddenUntil(memory: () => Pick<Storage, "getItem" | "setItem">): HiddenUntil {
  let own: number | null = null;
  return {
    read() {
      try {
        const kept = memory().getItem(key);
        return kept !== null && /^\d{1,15}$/.test(kept) ? Number(kept) : own;
      } catch {
        return own;
      }
    },
    write(until) {
      own = until;
      try {
        memory().setItem(key, String(until));
      } catch {
        // It applies to this visit only.
      }
    },
  };
}
