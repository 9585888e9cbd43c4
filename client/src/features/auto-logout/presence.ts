import type { Presence } from "../../shared/session/presence-store.ts";

/**
 * Times in milliseconds. `tick`: how often a tab checks whether the user is idle. `countdown`: how long the question "Are you still
 * writing?" is shown. The question can still open until `countdown` and `grace` have passed after the limit.
 */
export const idleTimes = { tick: 60_000, countdown: 60_000, grace: 60_000 } as const;

const limitMs = ({ minutes }: Presence): number => minutes * 60_000;

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
