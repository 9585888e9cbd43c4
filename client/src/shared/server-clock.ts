import type { Clock } from "./clock.ts";

/** The clock of the server, as far as its replies have told it. */
export type ServerClock = Clock & {
  /** sets the clock to the time in a reply */
  set: (serverTime: number) => void;
  /** the time for the end of a session: a device clock that is ahead ends no session early */
  sessionNow: () => number;
};

const key = "daybook-clock-offset";

/**
 * Creates the clock of the server, which first is the device's. The difference is in the storage for all tabs, and because a page checks its
 * session before the first reply.
 *
 * @param storage `localStorage`; may throw
 */
export function createServerClock(
  device: Clock,
  storage: () => Pick<Storage, "getItem" | "setItem">,
): ServerClock {
  let knownOffset = 0;
  let isStorageRefused = false;
  const offset = (): number => {
    if (isStorageRefused) return knownOffset;
    try {
      knownOffset = Number(storage().getItem(key) ?? knownOffset) || 0;
    } catch {
      // Only this page knows the difference.
    }
    return knownOffset;
  };
  return {
    now: () => device.now() + offset(),
    // The device's clock may have been corrected since the last reply, so the difference never makes the time later.
    sessionNow: () => device.now() + Math.min(0, offset()),
    set(serverTime) {
      knownOffset = serverTime - device.now();
      try {
        storage().setItem(key, String(knownOffset));
        isStorageRefused = false;
      } catch {
        // What is stored may be outdated.
        isStorageRefused = true;
      }
    },
  };
}
