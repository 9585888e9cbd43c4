import type { Clock } from "./clock.ts";

/** The clock of the server, as known from its replies. */
export type ServerClock = Clock & {
  /** sets the clock to the time in a reply */
  set: (serverTime: number) => void;
  /**
   * the earlier of the server's and the device's time; used to end sessions, so that no session ends too early when the device's clock
   * is ahead
   */
  sessionNow: () => number;
};

const key = "daybook-clock-offset";

/**
 * Creates the clock of the server. It shows the time of the device until a reply has told the difference. The difference is stored: all
 * tabs share it, and a new page needs it before its first reply, to check its session.
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
    // The difference may be outdated: when a clock that was behind is corrected, adding the old difference would end sessions too early.
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
