import type { Settings } from "@daybook/domain/contract/settings";
import { type ActorRefFrom, createActor } from "xstate";
import type { Atom } from "../../shared/atom.ts";
import type { Clock } from "../../shared/clock.ts";
import { listenForActivity } from "./activity.ts";
import { autoLogoutMachine } from "./auto-logout.machine.ts";
import type { PresenceStore } from "../../shared/session/presence-store.ts";

/** The root actor of the auto-logout. */
export type AutoLogoutActor = ActorRefFrom<typeof autoLogoutMachine>;

/** The dependencies of the auto-logout. */
export type AutoLogoutDependencies = {
  clock: Clock;
  store: PresenceStore;
  /** ends the session; {@link followAccount} then sends `session.closed` to the actor */
  logOut: () => void;
};

/** Creates the actor; each tab has one. The caller starts it. */
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
 * Sends page events to the actor: activity, leaving, returning, becoming visible.
 *
 * @returns a function that stops listening
 */
export function followPage(actor: AutoLogoutActor, clock: Clock, page: Window = window): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const stopActivity = listenForActivity(
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
    stopActivity();
    stop.abort();
  };
}

/**
 * Sends the idle limit to the actor: now, if the settings are loaded, and whenever it changes.
 *
 * @returns a function that stops following
 */
export function followLimit(
  actor: AutoLogoutActor,
  settings: Pick<Atom<Pick<Settings, "auto_logout"> | null>, "get" | "subscribe">,
): () => void {
  let lastMinutes: number | undefined;
  const sendLimit = (): void => {
    const minutes = settings.get()?.auto_logout;
    if (minutes === lastMinutes) return;
    lastMinutes = minutes;
    if (minutes !== undefined) actor.send({ type: "limit.loaded", minutes });
  };
  sendLimit();
  return settings.subscribe(sendLimit);
}

/**
 * Tells the actor who is logged in: now, and at every later change.
 *
 * @param readUserId reads the account of the session; `null` when nobody is logged in
 * @param subscribe calls back whenever the account may have changed
 */
export function followAccount(
  actor: AutoLogoutActor,
  readUserId: () => number | null,
  subscribe: (listener: () => void) => void,
): void {
  let lastUserId = readUserId();
  if (lastUserId !== null) actor.send({ type: "session.found", userId: lastUserId });
  subscribe(() => {
    const newUserId = readUserId();
    if (newUserId === lastUserId) return;
    lastUserId = newUserId;
    actor.send(
      newUserId === null ? { type: "session.closed" } : { type: "session.opened", userId: newUserId },
    );
  });
}
