/** When the person was last here, as every tab of this browser knows it. Times in milliseconds since 1970. */
export type Presence = {
  userId: number;
  /** the limit of the setting `auto_logout`; 0 is off */
  minutes: number;
  /** the last mouse or key activity, in whichever tab */
  activeAt: number;
  /** when a tab was last closed or left; `null` when none was */
  leftAt: number | null;
  /** when the question "Are you still writing?" ends in a log-out; `null` while it is not asked */
  deadline: number | null;
};

/** How long the question stands, and how late its start may be before nobody is asked any more; milliseconds. */
export const idleTimes = { tick: 60_000, countdown: 60_000, grace: 60_000 } as const;

const limitOf = ({ minutes }: Presence): number => minutes * 60_000;

/** Whether the question is due: nobody was active for the configured minutes. */
export function isIdle(presence: Presence, now: number): boolean {
  return now - presence.activeAt >= limitOf(presence);
}

/**
 * Whether it is too late for an answer: the countdown has ended, or the device slept through the time in which the
 * question would have been asked.
 */
export function isOverdue(presence: Presence, now: number): boolean {
  if (presence.deadline !== null) return now >= presence.deadline;
  return now - presence.activeAt > limitOf(presence) + idleTimes.countdown + idleTimes.grace;
}

/**
 * Whether a page that is loaded now comes too late: the session ended meanwhile, or the page was left for longer than
 * the limit, by the tab that was used last. Never while the question still stands.
 */
export function cameTooLate(presence: Presence, now: number): boolean {
  const { minutes, leftAt, activeAt, deadline } = presence;
  if (minutes === 0) return false;
  if (isOverdue(presence, now)) return true;
  return deadline === null && leftAt !== null && leftAt >= activeAt && now - leftAt > limitOf(presence);
}

/** Whole seconds until the log-out, as the question shows them; 0 while it is not asked. */
export function secondsLeft({ deadline }: Presence, now: number): number {
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
}

/**
 * The presence without times that lie in the future: a clock that was set back must not keep anybody signed in for
 * longer.
 */
export function notAhead(presence: Presence, now: number): Presence {
  const { activeAt, leftAt, deadline } = presence;
  return {
    ...presence,
    activeAt: Math.min(activeAt, now),
    leftAt: leftAt === null ? null : Math.min(leftAt, now),
    deadline: deadline === null ? null : Math.min(deadline, now + idleTimes.countdown),
  };
}

/** Whether some of its times lie in the future: the clock was set back since. */
export function isAhead(presence: Presence, now: number): boolean {
  const { activeAt, leftAt, deadline } = notAhead(presence, now);
  return activeAt !== presence.activeAt || leftAt !== presence.leftAt || deadline !== presence.deadline;
}

/**
 * The last moment of the countdown that is read out, in seconds: a reader that speaks every second says nothing else.
 * `null` before the first; the question itself is read out when it opens.
 */
export function spokenSeconds(seconds: number): number | null {
  return [10, 30].find((moment) => seconds <= moment) ?? null;
}
