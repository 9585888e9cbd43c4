const key = "daybook-install-hidden-until";

/** Until when the banner stays away, as this browser remembers it. Milliseconds since 1970. */
export type HiddenUntil = { read(): number | null; write(until: number): void };

/**
 * The time in the browser's storage. Where that is refused, the banner stays away for this visit only.
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
        // It holds for this visit.
      }
    },
  };
}
