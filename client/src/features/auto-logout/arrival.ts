import type { Clock } from "../../shared/clock.ts";
import { cameTooLate, notAhead } from "./presence.ts";
import type { PresenceStore } from "./presence-store.ts";

/** What is looked at when a page is loaded. */
export type Arrival = {
  clock: Clock;
  store: Pick<PresenceStore, "read" | "write">;
  /** of the account that is signed in; `null` when nobody is */
  userId: () => number | null;
  /** calls back whenever that may have changed */
  subscribe: (changed: () => void) => void;
  /** ends the session */
  logOut: () => void;
};

/**
 * Logs out, before anything private is shown, whoever loads a page after being away for too long. Small enough for the
 * first load; the rest of the automatic log-out follows when somebody is signed in. A presence never outlives its
 * session, so that the next login does not begin with an old one.
 */
export function lookOnArrival({ clock, store, userId, subscribe, logOut }: Arrival): void {
  const id = userId();
  const presence = id === null ? null : store.read(id);
  const isTooLate = presence && cameTooLate(notAhead(presence, clock.now()), clock.now());
  if (id === null || isTooLate) store.write(null);
  subscribe(() => {
    if (userId() === null) store.write(null);
  });
  if (isTooLate) logOut();
}
