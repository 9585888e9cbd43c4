import { assign, setup } from "xstate";
import {
  cameTooLate,
  idleTimes,
  isAhead,
  isIdle,
  isOverdue,
  notAhead,
  type Presence,
  secondsLeft,
} from "./presence.ts";

/** What the machine is told. */
export type AutoLogoutEvent =
  /** the page was loaded with a session */
  | { type: "session.found"; userId: number }
  /** somebody logged in, here or in another tab */
  | { type: "session.opened"; userId: number }
  | { type: "session.closed" }
  /** the setting `auto_logout` is known; minutes, 0 is off */
  | { type: "limit.known"; minutes: number }
  /** mouse or keyboard, in this tab */
  | { type: "activity" }
  /** "Keep me logged in" */
  | { type: "keep" }
  /** another tab wrote the presence, or this one became visible */
  | { type: "check" }
  /** the page is unloaded, or put into the back-forward cache */
  | { type: "page.left" }
  /** the page came out of the back-forward cache */
  | { type: "page.returned" };

/** The wall clock in milliseconds since 1970, and the presence that all tabs share. */
export type AutoLogoutInput = { now: () => number; read: (userId: number) => Presence | null };

type Context = AutoLogoutInput & {
  /** the presence as of the last look; `null` while nobody is signed in */
  presence: Presence | null;
  /** of the countdown, whole seconds */
  seconds: number;
};

function known({ now, read }: AutoLogoutInput, userId: number): Presence {
  return read(userId) ?? { userId, minutes: 0, activeAt: now(), leftAt: null, deadline: null };
}

/** The presence as it stands now, not as it was at this tab's last look; with what changes. */
function changed({ presence, now, read }: Context, changes: Partial<Presence>) {
  return { presence: presence && { ...notAhead(read(presence.userId) ?? presence, now()), ...changes } };
}

/** A question about the presence, which is not asked of nobody. */
const about =
  (question: (presence: Presence, now: number) => boolean) =>
  ({ context: { presence, now } }: { context: Context }) =>
    presence !== null && question(presence, now());

/**
 * Logs out whoever is away for longer than the setting allows, after asking. Only the wall clock counts, so that
 * sleeping devices and throttled timers change nothing; all tabs share one presence and one countdown.
 */
export const autoLogoutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AutoLogoutEvent,
    input: {} as AutoLogoutInput,
    tags: {} as "asking",
  },
  actions: {
    /** keeps the presence of the context where all tabs read it, or forgets it when there is none */
    "share presence": () => {},
    "log out": () => {},
    look: assign(({ context: { presence, read } }) => ({
      presence: presence && (read(presence.userId) ?? presence),
    })),
    "hold to now": assign(({ context }) => changed(context, {})),
    "find presence": assign(({ context }, { userId }: { userId: number }) => ({
      presence: known(context, userId),
    })),
    "begin presence": assign(({ context }, { userId }: { userId: number }) => ({
      presence: { ...known(context, userId), activeAt: context.now(), leftAt: null, deadline: null },
    })),
    "forget presence": assign({ presence: null }),
    "note activity": assign(({ context }) => changed(context, { activeAt: context.now(), deadline: null })),
    "note departure": assign(({ context }) => changed(context, { leftAt: context.now() })),
    "set the deadline": assign(({ context }) =>
      changed(context, { deadline: context.now() + idleTimes.countdown }),
    ),
    // Whoever changes the limit is there; and while it was off, nobody noted their activity.
    "set limit": assign(({ context }, { minutes }: { minutes: number }) =>
      changed(context, { minutes, activeAt: context.now(), deadline: null }),
    ),
    "count seconds": assign(({ context: { presence, now } }) => ({
      seconds: presence ? secondsLeft(presence, now()) : 0,
    })),
  },
  guards: {
    "is ahead of the clock": about(isAhead),
    "has no limit": about(({ minutes }) => minutes === 0),
    "came too late": about(cameTooLate),
    "is overdue": about(isOverdue),
    "is asked": about(({ deadline }) => deadline !== null),
    "is idle": about(isIdle),
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
  initial: "signedOut",
  on: {
    "session.opened": {
      target: ".signedIn",
      actions: [
        { type: "begin presence", params: ({ event }) => ({ userId: event.userId }) },
        "share presence",
      ],
    },
  },
  states: {
    signedOut: {
      on: {
        "session.found": {
          target: "signedIn.arriving",
          actions: { type: "find presence", params: ({ event }) => ({ userId: event.userId }) },
        },
      },
    },
    signedIn: {
      initial: "checking",
      on: {
        "session.closed": { target: "signedOut", actions: ["forget presence", "share presence"] },
        check: ".checking",
        "limit.known": {
          guard: { type: "is another limit", params: ({ event }) => ({ minutes: event.minutes }) },
          target: ".checking",
          actions: [
            { type: "set limit", params: ({ event }) => ({ minutes: event.minutes }) },
            "share presence",
          ],
        },
        "page.left": { actions: ["note departure", "share presence"] },
        "page.returned": ".arriving",
      },
      states: {
        arriving: {
          entry: "look",
          always: [
            { guard: "is ahead of the clock", actions: ["hold to now", "share presence"] },
            { guard: "has no limit", target: "unlimited" },
            { guard: "came too late", target: "#auto-logout.ended" },
            { guard: "is asked", target: "asking" },
            { target: "counting", actions: ["note activity", "share presence"] },
          ],
        },
        checking: {
          entry: "look",
          always: [
            { guard: "is ahead of the clock", actions: ["hold to now", "share presence"] },
            { guard: "has no limit", target: "unlimited" },
            { guard: "is overdue", target: "#auto-logout.ended" },
            { guard: "is asked", target: "asking" },
            { guard: "is idle", target: "asking", actions: ["set the deadline", "share presence"] },
            { target: "counting" },
          ],
        },
        unlimited: {},
        counting: {
          on: {
            activity: [
              // Whether somebody is there in time, the wall clock says: the first mouse move may wake a device.
              { guard: "is idle", target: "checking" },
              { target: "counting", reenter: true, actions: ["note activity", "share presence"] },
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
              { target: "counting", actions: ["note activity", "share presence"] },
            ],
          },
          after: { "next second": "checking" },
        },
      },
    },
    ended: {
      entry: "log out",
      on: { "session.closed": { target: "signedOut", actions: ["forget presence", "share presence"] } },
    },
  },
});
