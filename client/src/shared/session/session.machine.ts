import type { Session } from "@daybook/domain/contract/sessions";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { assign, fromPromise, setup } from "xstate";

/** Why nobody is signed in. Decides where to navigate. `null` when nobody was signed in before. */
export type SessionEnd =
  | "logged out"
  /** inactive for longer than the setting allows */
  | "idle"
  | "unauthorised"
  | "expired"
  | "elsewhere"
  | "deleted"
  | null;

/** The events of the session machine. */
export type SessionEvent =
  | { type: "session.opened"; session: Session }
  /** another tab logged in, logged out or refreshed */
  | { type: "session.changed" }
  /** the browser is back online, or the page was restored from the back-forward cache */
  | { type: "session.check" }
  /** the onboarding moved to this step; `null` when it ended */
  | { type: "onboarding.moved"; step: OnboardingStep | null }
  | { type: "logout"; why?: "idle" }
  /** the account was deleted, with its sessions */
  | { type: "account.deleted" }
  /** a signed request was refused for good */
  | { type: "unauthorised" };

/** The clock, and the stored session. */
export type SessionInput = { now: () => number; read: () => Session | null };

type Context = SessionInput & { session: Session | null; ended: SessionEnd };

const logoutTimeoutMs = 4_000;

/** Milliseconds until the session expires; negative afterwards. */
function remaining({ session, now }: Context): number {
  return session ? Date.parse(session.access_token.expires_at) - now() : 0;
}

/**
 * The session of this browser: signed out, or signed in and kept fresh. Checked at load, every 5 minutes, and whenever it may
 * have changed. A failed refresh changes nothing; the next check tries again.
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
    /** stores or removes the session, and tells the other tabs */
    "store session": () => {},
    "read session": assign(({ context }) => {
      const session = context.read();
      return { session, ended: context.session && !session ? ("elsewhere" as const) : null };
    }),
    "take session": assign((_, { session }: { session: Session }) => ({ session, ended: null })),
    // Set while the session is still ending, for pages that load before it has ended.
    "note why": assign((_, { ended }: { ended: SessionEnd }) => ({ ended })),
    "move onboarding": assign(({ context: { session } }, { step }: { step: OnboardingStep | null }) => ({
      session: session && { ...session, user: { ...session.user, onboarding_step: step } },
    })),
    "drop session": assign((_, { ended }: { ended: SessionEnd }) => ({ session: null, ended })),
  },
  guards: {
    "has none": ({ context }) => context.session === null,
    "is expired": ({ context }) => remaining(context) < sessionTimes.expiredWithin,
    "is expiring": ({ context }) => remaining(context) < sessionTimes.expiringWithin,
    "has outlived its membership": ({ context: { session, now } }) => {
      const membershipEnd = session?.user.is_pro ? session.user.pro_membership?.expires_at : null;
      return membershipEnd ? Date.parse(membershipEnd) <= now() : false;
    },
  },
  delays: { "check interval": sessionTimes.checkEvery, "logout timeout": logoutTimeoutMs },
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
        { guard: "has outlived its membership", target: "signedIn.refreshing" },
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
        "onboarding.moved": {
          actions: [
            { type: "move onboarding", params: ({ event }) => ({ step: event.step }) },
            "store session",
          ],
        },
        logout: {
          target: "leaving",
          actions: { type: "note why", params: ({ event }) => ({ ended: event.why ?? "logged out" }) },
        },
        "account.deleted": {
          target: "signedOut",
          actions: [{ type: "drop session", params: { ended: "deleted" } }, "store session"],
        },
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
      on: {
        unauthorised: "left",
        // A login does not wait for the end of the previous session.
        "session.opened": {
          target: "signedIn.fresh",
          actions: [
            { type: "take session", params: ({ event }) => ({ session: event.session }) },
            "store session",
          ],
        },
      },
      after: { "logout timeout": "left" },
    },
    left: {
      always: {
        target: "signedOut",
        actions: [
          { type: "drop session", params: ({ context }) => ({ ended: context.ended }) },
          "store session",
        ],
      },
    },
  },
});
