import { assign, setup } from "xstate";
import type { Presence } from "../../shared/session/presence-store.ts";
import { clampTimes, idleTimes, isOverdue, isTooLateOnLoad } from "./presence.ts";
import { hasImpossibleTimes, isIdle, secondsLeft } from "./question.ts";

/** The events of the auto-logout machine. */
export type AutoLogoutEvent =
  /** the user was already logged in when the auto-logout started */
  | { type: "session.found"; userId: number }
  /** a user logged in, in this tab or another */
  | { type: "session.opened"; userId: number }
  | { type: "session.closed" }
  /** the setting `auto_logout` was loaded; minutes, 0 is off */
  | { type: "limit.loaded"; minutes: number }
  /** pointer or keyboard, in this tab */
  | { type: "activity" }
  /** "Keep me logged in" */
  | { type: "keep" }
  /** another tab changed the presence, or this tab became visible */
  | { type: "check" }
  /** the page is unloaded, or put into the back-forward cache */
  | { type: "page.left" }
  /** the page was restored from the back-forward cache */
  | { type: "page.returned" };

/** The wall clock in milliseconds since 1970, and the presence that all tabs share. */
export type AutoLogoutInput = { now: () => number; read: (userId: number) => Presence | null };

type Context = AutoLogoutInput & {
  /** the presence at the last check; `null` while nobody is logged in */
  presence: Presence | null;
  /** the whole seconds left in the countdown */
  seconds: number;
};

function presenceOf({ now, read }: AutoLogoutInput, userId: number): Presence {
  return read(userId) ?? { userId, minutes: 0, activeAt: now(), leftAt: null, deadline: null };
}

/** The current shared presence, read again because other tabs may have changed it, with the changes applied. */
function changedPresence({ presence, now, read }: Context, changes: Partial<Presence>) {
  return {
    presence: presence && { ...clampTimes(read(presence.userId) ?? presence, now()), ...changes },
  };
}

/** Makes a guard from a check of the presence. The guard is false while nobody is logged in. */
const presenceGuard =
  (check: (presence: Presence, now: number) => boolean) =>
  ({ context: { presence, now } }: { context: Context }) =>
    presence !== null && check(presence, now());

/**
 * Logs out a user who is idle for longer than the setting allows, after asking. Only the wall clock decides what is due: timers may
 * be late, because devices sleep and browsers slow them down. All tabs share one presence and one countdown.
 */
export const autoLogoutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AutoLogoutEvent,
    input: {} as AutoLogoutInput,
    tags: {} as "asking",
  },
  actions: {
    /** stores the presence where all tabs read it, or removes it when there is none */
    "share presence": () => {},
    "log out": () => {},
    "read presence": assign(({ context: { presence, read } }) => ({
      presence: presence && (read(presence.userId) ?? presence),
    })),
    "clamp times": assign(({ context }) => changedPresence(context, {})),
    "find presence": assign(({ context }, { userId }: { userId: number }) => ({
      presence: presenceOf(context, userId),
    })),
    "start presence": assign(({ context }, { userId }: { userId: number }) => ({
      presence: { ...presenceOf(context, userId), activeAt: context.now(), leftAt: null, deadline: null },
    })),
    "clear presence": assign({ presence: null }),
    "record activity": assign(({ context }) =>
      changedPresence(context, { activeAt: context.now(), deadline: null }),
    ),
    "record leaving": assign(({ context }) => changedPresence(context, { leftAt: context.now() })),
    "set the deadline": assign(({ context }) =>
      changedPresence(context, { deadline: context.now() + idleTimes.countdown }),
    ),
    // Changing the limit counts as activity, because no activity is recorded while there is no limit.
    "set limit": assign(({ context }, { minutes }: { minutes: number }) =>
      changedPresence(context, { minutes, activeAt: context.now(), deadline: null }),
    ),
    "count seconds": assign(({ context: { presence, now } }) => ({
      seconds: presence ? secondsLeft(presence, now()) : 0,
    })),
  },
  guards: {
    "has impossible times": presenceGuard(hasImpossibleTimes),
    "has no limit": presenceGuard(({ minutes }) => minutes === 0),
    "is too late on load": presenceGuard(isTooLateOnLoad),
    "is overdue": presenceGuard(isOverdue),
    "is asking": presenceGuard(({ deadline }) => deadline !== null),
    "is idle": presenceGuard(isIdle),
    "is another limit": ({ context: { presence } }, { minutes }: { minutes: number }) =>
      presence?.minutes !== minutes,
  },
  delays: {
    tick: idleTimes.tick,
    "next second": ({ context: { presence, now } }) => ((presence?.deadline ?? now()) - now()) % 1000 || 1000,
  },
}).createMachine({
  id: "auto-logout",
  context: ({ input }) => ({ ...input, presence: null, seconds: 0 }),
  initial: "loggedOut",
  on: {
    "session.opened": {
      target: ".loggedIn",
      actions: [
        { type: "start presence", params: ({ event }) => ({ userId: event.userId }) },
        "share presence",
      ],
    },
  },
  states: {
    loggedOut: {
      on: {
        "session.found": {
          target: "loggedIn.arriving",
          actions: { type: "find presence", params: ({ event }) => ({ userId: event.userId }) },
        },
      },
    },
    loggedIn: {
      initial: "checking",
      on: {
        "session.closed": { target: "loggedOut", actions: ["clear presence", "share presence"] },
        check: ".checking",
        "limit.loaded": {
          guard: { type: "is another limit", params: ({ event }) => ({ minutes: event.minutes }) },
          target: ".checking",
          actions: [
            { type: "set limit", params: ({ event }) => ({ minutes: event.minutes }) },
            "share presence",
          ],
        },
        "page.left": { actions: ["record leaving", "share presence"] },
        "page.returned": ".arriving",
      },
      states: {
        arriving: {
          entry: "read presence",
          always: [
            { guard: "has impossible times", actions: ["clamp times", "share presence"] },
            { guard: "has no limit", target: "unlimited" },
            { guard: "is too late on load", target: "#auto-logout.ended" },
            { guard: "is asking", target: "asking" },
            { target: "counting", actions: ["record activity", "share presence"] },
          ],
        },
        checking: {
          entry: "read presence",
          always: [
            { guard: "has impossible times", actions: ["clamp times", "share presence"] },
            { guard: "has no limit", target: "unlimited" },
            { guard: "is overdue", target: "#auto-logout.ended" },
            { guard: "is asking", target: "asking" },
            { guard: "is idle", target: "asking", actions: ["set the deadline", "share presence"] },
            { target: "counting" },
          ],
        },
        unlimited: {},
        counting: {
          on: {
            activity: [
              // The first mouse move may wake a device, so the wall clock decides whether the activity is in time.
              { guard: "is idle", target: "checking" },
              { target: "counting", reenter: true, actions: ["record activity", "share presence"] },
            ],
          },
          after: { tick: "checking" },
        },
        asking: {
          tags: "asking",
          entry: "count seconds",
          on: {
            keep: [
              { guard: "is overdue", target: "checking" },
              { target: "counting", actions: ["record activity", "share presence"] },
            ],
          },
          after: { "next second": "checking" },
        },
      },
    },
    ended: {
      entry: "log out",
      on: { "session.closed": { target: "loggedOut", actions: ["clear presence", "share presence"] } },
    },
  },
});
