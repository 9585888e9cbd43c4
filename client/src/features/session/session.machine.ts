import type { Session } from "@daybook/domain/contract/accounts";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import { assign, fromPromise, setup } from "xstate";

/** Why nobody is signed in: decides where the page goes next. `null` when nobody ever was. */
export type SessionEnd = "logged out" | "unauthorised" | "expired" | "elsewhere" | null;

/** What the machine is told. */
export type SessionEvent =
  | { type: "session.opened"; session: Session }
  /** another tab logged in, logged out or refreshed */
  | { type: "session.changed" }
  /** the browser came back online, or the page out of the back-forward cache */
  | { type: "session.check" }
  | { type: "logout" }
  /** a signed request was refused for good */
  | { type: "unauthorised" };

/** The clock, and where the session is kept between visits. */
export type SessionInput = { now: () => number; read: () => Session | null };

type Context = SessionInput & { session: Session | null; ended: SessionEnd };

const leaveWithin = 4_000;

/** Milliseconds until the session's end; negative afterwards. */
function remaining({ session, now }: Context): number {
  return session ? Date.parse(session.access_token.expires_at) - now() : 0;
}

/**
 * The session of this browser: signed out, or signed in and kept fresh. Checked at load, every 5 minutes, and whenever
 * something may have changed it. A refresh that fails changes nothing; the next check tries again.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as "signed in",
  },
  actors: {
    refresh: fromPromise<Session, void>(() => Promise.reject(new Error("refresh is not provided"))),
    logout: fromPromise<unknown, void>(() => Promise.reject(new Error("logout is not provided"))),
  },
  actions: {
    /** stores the session of the context, or forgets it when there is none, and lets the other tabs know */
    "store session": () => {},
    "read session": assign(({ context }) => {
      const session = context.read();
      return { session, ended: context.session && !session ? ("elsewhere" as const) : null };
    }),
    "take session": assign((_, { session }: { session: Session }) => ({ session, ended: null })),
    "drop session": assign((_, { ended }: { ended: SessionEnd }) => ({ session: null, ended })),
  },
  guards: {
    "has none": ({ context }) => context.session === null,
    "is expired": ({ context }) => remaining(context) < sessionTimes.expiredWithin,
    "is expiring": ({ context }) => remaining(context) < sessionTimes.expiringWithin,
  },
  delays: { "check interval": sessionTimes.checkEvery, "leave within": leaveWithin },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ ...input, session: null, ended: null }),
  initial: "checking",
  states: {
    checking: {
      entry: "read session",
      always: [
        { guard: "has none", target: "signedOut" },
        {
          guard: "is expired",
          target: "signedOut",
          actions: [{ type: "drop session", params: { ended: "expired" } }, "store session"],
        },
        { guard: "is expiring", target: "signedIn.refreshing" },
        { target: "signedIn.fresh" },
      ],
    },
    signedOut: {
      on: {
        "session.opened": {
          target: "signedIn.fresh",
          actions: [
            { type: "take session", params: ({ event }) => ({ session: event.session }) },
            "store session",
          ],
        },
        "session.changed": "checking",
        "session.check": "checking",
      },
    },
    signedIn: {
      tags: "signed in",
      initial: "fresh",
      on: {
        "session.opened": {
          target: ".fresh",
          actions: [
            { type: "take session", params: ({ event }) => ({ session: event.session }) },
            "store session",
          ],
        },
        "session.changed": "checking",
        "session.check": "checking",
        logout: "leaving",
        unauthorised: {
          target: "signedOut",
          actions: [{ type: "drop session", params: { ended: "unauthorised" } }, "store session"],
        },
      },
      states: {
        fresh: { after: { "check interval": "#session.checking" } },
        refreshing: {
          on: { "session.check": undefined },
          invoke: {
            src: "refresh",
            onDone: {
              target: "fresh",
              actions: [
                { type: "take session", params: ({ event }) => ({ session: event.output }) },
                "store session",
              ],
            },
            onError: "fresh",
          },
        },
      },
    },
    leaving: {
      invoke: { src: "logout", onDone: "left", onError: "left" },
      on: { unauthorised: "left" },
      after: { "leave within": "left" },
    },
    left: {
      always: {
        target: "signedOut",
        actions: [{ type: "drop session", params: { ended: "logged out" } }, "store session"],
      },
    },
  },
});
