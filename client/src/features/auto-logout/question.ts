// Separate from presence.ts: that module is part of the first load, and this one is not.
import type { Presence } from "../../shared/session/presence-store.ts";
import { clampTimes } from "./presence.ts";

/**
 * Whether the question "Are you still writing?" is due: the user was not active in any tab for the configured minutes. Call this function
 * only when `minutes` is not 0, because 0 means that the auto-logout is off.
 */
export function isIdle(presence: Presence, now: number): boolean {
  return now - presence.activeAt >= presence.minutes * 60_000;
}

/** Whole seconds until the logout, as the question shows them; 0 while the question is not shown. */
export function secondsLeft({ deadline }: Presence, now: number): number {
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** Whether {@link clampTimes} would change the presence. */
export function hasImpossibleTimes(presence: Presence, now: number): boolean {
  const { activeAt, leftAt, deadline } = clampTimes(presence, now);
  return activeAt !== presence.activeAt || leftAt !== presence.leftAt || deadline !== presence.deadline;
}

/**
 * The number of seconds that screen readers announce: 30 in the last 30 seconds, 10 in the last 10, `null` before. Announcing every
 * second would drown out everything else.
 */
export function announcedSeconds(seconds: number): number | null {
  return [10, 30].find((step) => seconds <= step) ?? null;
}
