import { reaction } from "mobx";
import { type ActorRefFrom, createActor } from "xstate";
import type { Clock } from "../../shared/clock.ts";
import { hearActivity } from "./activity.ts";
import { autoLogoutMachine } from "./auto-logout.machine.ts";
import type { PresenceStore } from "./presence-store.ts";

/** The root actor of the automatic log-out. */
export type AutoLogoutActor = ActorRefFrom<typeof autoLogoutMachine>;

/** What the automatic log-out needs from outside. */
export type AutoLogoutDependencies = {
  clock: Clock;
  store: PresenceStore;
  /** ends the session; the session's end is to be followed by `session.closed` */
  logOut: () => void;
};

/** Builds the actor, which every tab has one of; not started here. */
export function createAutoLogout({ clock, store, logOut }: AutoLogoutDependencies) {
  const actor = createActor(
    autoLogoutMachine.provide({
      actions: {
        "share presence": ({ context }) => store.write(context.presence),
        "log out": () => logOut(),
      },
    }),
    { input: { now: () => clock.now(), read: (userId) => store.read(userId) } },
  );
  store.subscribe(() => actor.send({ type: "check" }));
  return actor;
}

/**
 * Lets the actor hear what happens to the page: activity, being left, coming back, becoming visible.
 *
 * @returns stops listening
 */
export function followPage(actor: AutoLogoutActor, clock: Clock, page: Window = window): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const stopHearing = hearActivity(
    page,
    () => clock.now(),
    () => actor.send({ type: "activity" }),
  );
  page.addEventListener("pagehide", () => actor.send({ type: "page.left" }), { signal });
  page.addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) actor.send({ type: "page.returned" });
    },
    { signal },
  );
  page.document.addEventListener(
    "visibilitychange",
    () => {
      if (page.document.visibilityState === "visible") actor.send({ type: "check" });
    },
    { signal },
  );
  return () => {
    stopHearing();
    stop.abort();
  };
}

/**
 * Lets the actor follow the setting.
 *
 * @param minutes of the setting `auto_logout`; `null` until it is known
 */
export function followLimit(actor: AutoLogoutActor, minutes: () => number | null): () => void {
  return reaction(
    minutes,
    (limit) => {
      if (limit !== null) actor.send({ type: "limit.known", minutes: limit });
    },
    { fireImmediately: true },
  );
}

/**
 * Lets the actor follow who is signed in: now, and at every later change.
 *
 * @param userId of the account that is signed in; `null` when nobody is
 * @param subscribe calls back whenever that may have changed
 */
export function followAccount(
  actor: AutoLogoutActor,
  userId: () => number | null,
  subscribe: (changed: () => void) => void,
): void {
  let last = userId();
  if (last !== null) actor.send({ type: "session.found", userId: last });
  subscribe(() => {
    const next = userId();
    if (next === last) return;
    last = next;
    actor.send(next === null ? { type: "session.closed" } : { type: "session.opened", userId: next });
  });
}
