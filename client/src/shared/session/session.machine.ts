import type { Session } from "@daybook/domain/contract/sessions";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { assign, fromPromise, sendTo, setup } from "xstate";
import { keepOnboardingEnded, withOnboardingStep } from "./onboarding-step.ts";
import type { SessionEndReason, SessionEvent } from "./session-events.ts";

/** The clock, and the stored session. */
export type SessionInput = { now: () => number; read: () => Session | null };

type Context = SessionInput & { session: Session | null; endReason: SessionEndReason };

const logoutTimeoutMs = 4_000;

/** Milliseconds until the session expires; negative afterwards. */
function remainingMs({ session, now }: Context): number {
  return session ? Date.parse(session.access_token.expires_at) - now() : 0;
}

/**
 * While this tab logs out, another tab has removed the stored session. A session that is stored from now on belongs to a new login, so
 * this tab must not remove it.
 */
const endedElsewhere = { guard: "is not stored", target: "loggedOut", actions: "clear session" } as const;

/** Ends the session of all tabs. */
const endSession = (endReason: SessionEndReason) =>
  ({
    target: "loggedOut",
    actions: [{ type: "remove session", params: { endReason } }, "store session"],
  }) as const;

/**
 * The session of this browser: logged out, or logged in and refreshed before it expires. It is checked at load, every 5 minutes,
 * and when it may have changed. A failed refresh changes nothing; the next check tries again.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as "logged in",
  },
  actors: {
    refresh: fromPromise<Session, void>(() => Promise.reject(new Error("refresh is not provided"))),
    logout: fromPromise<unknown, void>(() => Promise.reject(new Error("logout is not provided"))),
  },
  actions: {
    /** stores or removes the session, and tells the other tabs */
    "store session": () => {},
    "read session": assign(({ context }) => {
      const session = context.read();
      return {
        session,
        endReason: context.session && !session ? ("logged out in another tab" as const) : null,
      };
    }),
    "set session": assign(({ context }, { session }: { session: Session }) => ({
      session: keepOnboardingEnded(context.session, session),
      endReason: null,
    })),
    // This runs before the session has ended, so that pages that load in the meantime know the reason.
    "set end reason": assign((_, { endReason }: { endReason: SessionEndReason }) => ({ endReason })),
    "move onboarding": assign(({ context: { session } }, { step }: { step: OnboardingStep | null }) => ({
      session: session && withOnboardingStep(session, step),
    })),
    /** keeps the reason that was set before */
    "clear session": assign({ session: null }),
    "remove session": assign((_, { endReason }: { endReason: SessionEndReason }) => ({
      session: null,
      endReason,
    })),
  },
  guards: {
    "has no session": ({ context }) => context.session === null,
    "is not stored": ({ context }) => context.read() === null,
    "was replaced": ({ context }) => {
      const storedToken = context.read()?.access_token.token;
      return storedToken !== undefined && storedToken !== context.session?.access_token.token;
    },
    "was replaced by another user": ({ context }) => {
      const storedSession = context.read();
      return storedSession !== null && storedSession.user.id !== context.session?.user.id;
    },
    "is expired": ({ context }) => remainingMs(context) < sessionTimes.expiredWithin,
    "is expiring": ({ context }) => remainingMs(context) < sessionTimes.expiringWithin,
    "is another session": ({ context }, { session }: { session: Session }) =>
      context.session?.access_token.token !== session.access_token.token,
    "is past the end of the membership": ({ context: { session, now } }) => {
      const membershipEnd = session?.user.is_pro ? session.user.pro_membership?.expires_at : null;
      return membershipEnd ? Date.parse(membershipEnd) <= now() : false;
    },
  },
  delays: { "check interval": sessionTimes.checkEvery, "logout timeout": logoutTimeoutMs },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ ...input, session: null, endReason: null }),
  initial: "checking",
  states: {
    checking: {
      entry: "read session",
      always: [
        { guard: "has no session", target: "loggedOut" },
        { guard: "is expired", ...endSession("expired") },
        { guard: "is expiring", target: "loggedIn.refreshing" },
        { guard: "is past the end of the membership", target: "loggedIn.refreshing" },
        { target: "loggedIn.fresh" },
      ],
    },
    loggedOut: {
      on: {
        "session.opened": {
          target: "loggedIn.fresh",
          actions: [{ type: "set session", params: ({ event }) => event }, "store session"],
        },
        "session.changed": "checking",
        "session.check": "checking",
      },
    },
    loggedIn: {
      tags: "logged in",
      initial: "fresh",
      on: {
        "session.opened": {
          target: ".fresh",
          actions: [{ type: "set session", params: ({ event }) => event }, "store session"],
        },
        "session.changed": "checking",
        "session.check": "checking",
        "onboarding.moved": {
          actions: [
            { type: "move onboarding", params: ({ event }) => ({ step: event.step }) },
            "store session",
          ],
        },
        logout: {
          target: "loggingOut",
          actions: {
            type: "set end reason",
            params: ({ event }) => ({ endReason: event.reason ?? "logged out" }),
          },
        },
        "account.deleted": endSession("deleted"),
        unauthorised: [
          // The server refused the session of this tab, but another tab has stored a newer one since.
          { guard: "was replaced", target: "checking" },
          endSession("unauthorised"),
        ],
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
                { type: "set session", params: ({ event }) => ({ session: event.output }) },
                "store session",
              ],
            },
            onError: "fresh",
          },
        },
      },
    },
    loggingOut: {
      invoke: { src: "logout", onDone: "ending", onError: "ending" },
      on: {
        unauthorised: "ending",
        "session.changed": endedElsewhere,
        "session.check": endedElsewhere,
        // A login does not wait for the logout call. Its event is sent again after the previous session has ended, so that the page sees
        // that end first.
        "session.opened": {
          guard: { type: "is another session", params: ({ event }) => event },
          target: "loggedOut",
          actions: [
            "clear session",
            sendTo(
              ({ self }) => self,
              ({ event }) => event,
            ),
          ],
        },
      },
      after: { "logout timeout": "ending" },
    },
    ending: {
      always: [
        { guard: "was replaced by another user", target: "checking" },
        { target: "loggedOut", actions: ["clear session", "store session"] },
      ],
    },
  },
});
