import type { Presence } from "../../shared/session/presence-store.ts";

/** How often to check, how long the question is shown, and how late the question may still open. Milliseconds. */
export const idleTimes = { tick: 60_000, countdown: 60_000, grace: 60_000 } as const;

const limitMs = ({ minutes }: Presence): number => minutes * 60_000;

/** Whether to ask: nobody was active for the configured minutes. */
export function isIdle(presence: Presence, now: number): boolean {
  return now - presence.activeAt >= limitMs(presence);
}

/** Whether it is too late to answer: the countdown is over, or the device slept through the time for the question. */
export function isOverdue(presence: Presence, now: number): boolean {
  if (presence.deadline !== null) return now >= presence.deadline;
  return now - presence.activeAt > limitMs(presence) + idleTimes.countdown + idleTimes.grace;
}

/**
 * Whether a page that loads now must log out: it is too late to answer, or the tab that was used last was left for longer than the
 * limit. False while the countdown is running, and without a limit.
 */
export function isTooLateOnLoad(presence: Presence, now: number): boolean {
  const { minutes, leftAt, activeAt, deadline } = presence;
  if (minutes === 0) return false;
  if (isOverdue(presence, now)) return true;
  return deadline === null && leftAt !== null && leftAt >= activeAt && now - leftAt > limitMs(presence);
}

/** Whole seconds until the logout, as the question shows them; 0 while it is not shown. */
export function secondsLeft({ deadline }: Presence, now: number): number {
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** Clamps the times of the presence to possible ones: a clock that was set back must not keep anyone logged in for longer. */
export function clampTimes(presence: Presence, now: number): Presence {
  const { activeAt, leftAt, deadline } = presence;
  return {
    ...presence,
    activeAt: Math.min(activeAt, now),
    leftAt: leftAt === null ? null : Math.min(leftAt, now),
    deadline: deadline === null ? null : Math.min(deadline, now + idleTimes.countdown),
  };
}

/** Whether {@link clampTimes} would change the presence. */
export function hasImpossibleTimes(presence: Presence, now: number): boolean {
  const { activeAt, leftAt, deadline } = clampTimes(presence, now);
  return activeAt !== presence.activeAt || leftAt !== presence.leftAt || deadline !== presence.deadline;
}

/**
 * The step of the countdown that screen readers announce: the seconds that were left when it was reached. Announcing every second
 * would drown out everything else. `null` before the first step.
 */
export function announcedSeconds(seconds: number): number | null {
  return [10, 30].find((step) => seconds <= step) ?? null;
}
