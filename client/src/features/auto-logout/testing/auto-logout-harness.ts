import { createActor, SimulatedClock } from "xstate";
import type { Presence } from "../../../shared/session/presence-store.ts";
import { transitionLog } from "../../../shared/testing/transition-log.ts";
import { type AutoLogoutEvent, autoLogoutMachine } from "../auto-logout.machine.ts";

/** When every test begins, in milliseconds since 1970. */
export const start = Date.parse("2026-11-20T12:00:00.000Z");
export const minuteMs = 60_000;
/** The limit that the user has set. */
export const limitMs = 15 * minuteMs;
/** The transitions that the tests took. */
export const log = transitionLog(autoLogoutMachine);

/** What the tabs of a browser share: a wall clock, a storage, and change notifications. */
function createBrowser(storedPresence: Partial<Presence> | null = null) {
  const clock = new SimulatedClock();
  const browser = {
    sleptMs: 0,
    logouts: 0,
    presence: storedPresence && {
      userId: 7,
      minutes: 15,
      activeAt: start,
      leftAt: null,
      deadline: null,
      ...storedPresence,
    },
  };
  const now = () => start + clock.now() + browser.sleptMs;
  const tabs: { send: (event: AutoLogoutEvent) => void }[] = [];

  /** @param receivesChecks false for a tab that the browser has frozen */
  function openTab(receivesChecks = true) {
    const actor = createActor(
      autoLogoutMachine.provide({
        actions: {
          "share presence": ({ context }) => {
            browser.presence = context.presence;
            for (const otherTab of tabs) if (otherTab !== actor) otherTab.send({ type: "check" });
          },
          "log out": () => void (browser.logouts += 1),
        },
      }),
      {
        input: {
          now,
          read: (userId: number) => (browser.presence?.userId === userId ? browser.presence : null),
        },
        clock,
        inspect: log.inspect,
      },
    ).start();
    if (receivesChecks) tabs.push(actor);
    return {
      send: (event: AutoLogoutEvent) => actor.send(event),
      state: () => actor.getSnapshot().value,
      isAsking: () => actor.getSnapshot().hasTag("asking"),
      seconds: () => actor.getSnapshot().context.seconds,
    };
  }

  return {
    browser,
    openTab,
    /** Second by second, because the simulated clock fires all due timers at the end of a step. */
    advance: (milliseconds: number) => {
      for (let remaining = milliseconds; remaining > 0; remaining -= 1_000)
        clock.increment(Math.min(remaining, 1_000));
    },
    /** The wall clock advances without firing timers; a negative value sets it back. */
    sleep: (milliseconds: number) => void (browser.sleptMs += milliseconds),
  };
}

/** One tab with an active user and a limit of 15 minutes. */
export function openActiveTab() {
  const { openTab, ...rest } = createBrowser();
  const firstTab = openTab();
  firstTab.send({ type: "session.opened", userId: 7 });
  firstTab.send({ type: "limit.loaded", minutes: 15 });
  return { ...rest, ...firstTab, openTab };
}

/**
 * A tab that loads with a session.
 *
 * @param storedPresence null when nothing is stored
 * @param laterMs how long after `start` the tab loads
 */
export function loadPage(storedPresence: Partial<Presence> | null, laterMs = 0) {
  const { openTab, sleep, ...rest } = createBrowser(storedPresence);
  sleep(laterMs);
  const firstTab = openTab();
  firstTab.send({ type: "session.found", userId: 7 });
  return { ...rest, ...firstTab };
}

/** The states while the idle time runs, and while the question is open. */
export const countingState = { loggedIn: "counting" };
export const askingState = { loggedIn: "asking" };
