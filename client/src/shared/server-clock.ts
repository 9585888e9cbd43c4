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
 * Creates the clock of the server. It equals the device's clock while no reply has told the difference. The difference is stored for all
 * tabs, and for the next page, which checks its session before its first reply.
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
