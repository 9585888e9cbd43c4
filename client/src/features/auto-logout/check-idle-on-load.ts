import type { Clock } from "../../shared/clock.ts";
import { isTooLateOnLoad, clampTimes } from "./presence.ts";
import type { PresenceStore } from "../../shared/session/presence-store.ts";

/** The dependencies of the check. */
export type IdleCheckDependencies = {
  clock: Clock;
  store: Pick<PresenceStore, "read" | "write">;
  /** the account of the session; `null` when nobody is logged in */
  userId: () => number | null;
  /** calls back whenever the account may have changed */
  subscribe: (listener: () => void) => void;
  /** ends the session */
  logOut: () => void;
};

/**
 * When the page loads, logs out a user who was idle for too long, before anything private is shown. This module is small enough
 * for the first load; the rest of the auto-logout loads after login. Also removes the stored presence (the times of the user's last
 * activity) when the session ends, so that the next session does not start with an old presence.
 */
export function checkIdleOnLoad({ clock, store, userId, subscribe, logOut }: IdleCheckDependencies): void {
  const currentUserId = userId();
  const presence = currentUserId === null ? null : store.read(currentUserId);
  const mustLogOut = presence && isTooLateOnLoad(clampTimes(presence, clock.now()), clock.now());
  // While there is a session, the presence stays stored. So another tab that loads before the session ends logs out too.
  if (currentUserId === null) store.write(null);
  subscribe(() => {
    if (userId() === null) store.write(null);
  });
  if (mustLogOut) logOut();
}
