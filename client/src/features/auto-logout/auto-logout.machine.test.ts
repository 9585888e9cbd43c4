import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { type AutoLogoutEvent, autoLogoutMachine } from "./auto-logout.machine.ts";
import type { Presence } from "../../shared/session/presence-store.ts";
import { idleTimes } from "./presence.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const minuteMs = 60_000;
const limit = 15 * minuteMs;
const log = transitionLog(autoLogoutMachine);

/** What the tabs of a browser share: a wall clock, a storage, and change notifications. */
function browser(storedPresence: Partial<Presence> | null = null) {
  const clock = new SimulatedClock();
  const browser = {
    slept: 0,
    logouts: 0,
    stored: storedPresence && {
      userId: 7,
      minutes: 15,
      activeAt: start,
      leftAt: null,
      deadline: null,
      ...storedPresence,
    },
  };
  const now = () => start + clock.now() + browser.slept;
  const tabs: { send: (event: AutoLogoutEvent) => void }[] = [];

  /** @param receivesChecks false for a tab that the browser has frozen */
  function tab(receivesChecks = true) {
    const actor = createActor(
      autoLogoutMachine.provide({
        actions: {
          "share presence": ({ context }) => {
            browser.stored = context.presence;
            for (const otherTab of tabs) if (otherTab !== actor) otherTab.send({ type: "check" });
          },
          "log out": () => void (browser.logouts += 1),
        },
      }),
      {
        input: {
          now,
          read: (userId: number) => (browser.stored?.userId === userId ? browser.stored : null),
        },
        clock,
        inspect: log.inspect,
      },
    ).start();
    if (receivesChecks) tabs.push(actor);
    return {
      send: (event: AutoLogoutEvent) => actor.send(event),
      state: () => actor.getSnapshot().value,
      asking: () => actor.getSnapshot().hasTag("asking"),
      seconds: () => actor.getSnapshot().context.seconds,
    };
  }

  return {
    browser,
    tab,
    /** Second by second, because the simulated clock fires all due timers at the end of a step. */
    pass: (milliseconds: number) => {
      for (let remaining = milliseconds; remaining > 0; remaining -= 1_000)
        clock.increment(Math.min(remaining, 1_000));
    },
    /** The wall clock advances without firing timers; a negative value sets it back. */
    sleep: (milliseconds: number) => void (browser.slept += milliseconds),
  };
}

/** One tab with an active user and a limit of 15 minutes. */
function writing() {
  const { tab, ...rest } = browser();
  const firstTab = tab();
  firstTab.send({ type: "session.opened", userId: 7 });
  firstTab.send({ type: "limit.known", minutes: 15 });
  return { ...rest, ...firstTab, tab };
}

/** A tab that loads with a session and a stored presence. */
function arriving(storedPresence: Partial<Presence> | null, later = 0) {
  const { tab, sleep, ...rest } = browser(storedPresence);
  sleep(later);
  const firstTab = tab();
  firstTab.send({ type: "session.found", userId: 7 });
  return { ...rest, ...firstTab };
}

const counting = { signedIn: "counting" };
const askingState = { signedIn: "asking" };

describe("idle", () => {
  test("without a session or a limit, the question never opens", () => {
    const { pass, send, state, tab, browser } = writing();
    send({ type: "limit.known", minutes: 0 });
    expect(state()).toEqual({ signedIn: "unlimited" });
    expect(tab().state()).toBe("signedOut");
    pass(100 * limit);
    expect(state()).toEqual({ signedIn: "unlimited" });
    expect(browser.logouts).toBe(0);
  });

  test("the question opens when the limit is reached, not before", () => {
    const { pass, state, seconds } = writing();
    pass(limit - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(60);
  });

  test("mouse and keys restart the idle time", () => {
    const { pass, send, state } = writing();
    pass(limit - 1);
    send({ type: "activity" });
    pass(limit - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(askingState);
  });

  test("a new limit counts from now; the same limit again changes nothing", () => {
    const { pass, send, state } = writing();
    pass(10 * minuteMs);
    send({ type: "limit.known", minutes: 15 });
    pass(4 * minuteMs);
    send({ type: "limit.known", minutes: 5 });
    pass(5 * minuteMs - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(askingState);
    send({ type: "limit.known", minutes: 0 });
    expect(state()).toEqual({ signedIn: "unlimited" });
  });
});

describe("the question", () => {
  test("counts down whole seconds and logs out once", () => {
    const { pass, state, asking: isAsking, seconds, browser } = writing();
    pass(limit);
    pass(1_000);
    expect(seconds()).toBe(59);
    pass(58_000);
    expect(seconds()).toBe(1);
    expect(browser.logouts).toBe(0);
    pass(1_000);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    pass(limit);
    expect(browser.logouts).toBe(1);
  });

  test("is only answered by the button, not by mouse moves", () => {
    const { pass, send, state } = writing();
    pass(limit + 20_000);
    send({ type: "activity" });
    expect(state()).toEqual(askingState);
    send({ type: "keep" });
    expect(state()).toEqual(counting);
    pass(limit - 1);
    expect(state()).toEqual(counting);
  });

  test("cannot be answered after the countdown, when the device slept", () => {
    const { pass, sleep, send, state, browser } = writing();
    pass(limit);
    sleep(idleTimes.countdown);
    send({ type: "keep" });
    expect(state()).toBe("ended");
    expect(browser.logouts).toBe(1);
  });

  test("survives a reload with its remaining seconds", () => {
    const { state, seconds } = arriving({ deadline: start + limit + minuteMs }, limit + 20_500);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(40);
  });
});

describe("a device that slept", () => {
  test("for less than the limit is not noticed", () => {
    const { pass, sleep, state } = writing();
    sleep(limit - minuteMs - 1);
    pass(minuteMs);
    expect(state()).toEqual(counting);
  });

  test("past the limit asks at once, even if the mouse moved first", () => {
    const { sleep, send, state } = writing();
    sleep(limit);
    send({ type: "activity" });
    expect(state()).toEqual(askingState);
  });

  test("far past the limit logs out without asking", () => {
    const { sleep, send, state, browser } = writing();
    sleep(limit + idleTimes.countdown + idleTimes.grace + 1);
    send({ type: "check" });
    expect(state()).toBe("ended");
    expect(browser.logouts).toBe(1);
  });

  test("and whose clock was set back asks eventually", () => {
    const { pass, sleep, state } = writing();
    sleep(-100 * limit);
    pass(limit + minuteMs);
    expect(state()).toEqual(askingState);
  });
});

describe("several tabs", () => {
  test("activity in one keeps all awake", () => {
    const { pass, send, state, tab } = writing();
    const otherTab = tab();
    otherTab.send({ type: "session.found", userId: 7 });
    pass(limit - minuteMs);
    otherTab.send({ type: "activity" });
    pass(limit - minuteMs);
    expect(state()).toEqual(counting);
    expect(otherTab.state()).toEqual(counting);
    send({ type: "activity" });
    pass(limit);
    expect(otherTab.state()).toEqual(askingState);
  });

  test("all ask, and one answer counts for all", () => {
    const { pass, send, asking: isAsking, tab } = writing();
    const otherTab = tab();
    otherTab.send({ type: "session.found", userId: 7 });
    pass(limit);
    expect([isAsking(), otherTab.asking()]).toEqual([true, true]);
    send({ type: "keep" });
    expect([isAsking(), otherTab.asking()]).toEqual([false, false]);
  });

  test("a tab that missed messages checks before it asks", () => {
    const { pass, sleep, send, tab } = writing();
    const frozen = tab(false);
    frozen.send({ type: "session.found", userId: 7 });
    pass(limit - 1);
    send({ type: "activity" });
    sleep(1);
    frozen.send({ type: "activity" });
    expect(frozen.state()).toEqual(counting);
  });

  test("a logout ends the watch in all tabs and removes the presence", () => {
    const { send, state, tab, browser } = writing();
    const otherTab = tab();
    otherTab.send({ type: "session.found", userId: 7 });
    send({ type: "session.closed" });
    otherTab.send({ type: "session.closed" });
    expect([state(), otherTab.state()]).toEqual(["signedOut", "signedOut"]);
    expect(browser.stored).toBeNull();
  });
});

describe("at load", () => {
  test("an unknown browser waits for the setting", () => {
    const { state, send } = arriving(null);
    expect(state()).toEqual({ signedIn: "unlimited" });
    send({ type: "limit.known", minutes: 15 });
    expect(state()).toEqual(counting);
  });

  test("an absence up to the limit is fine, and loading counts as activity", () => {
    const { state, browser } = arriving({ leftAt: start }, limit);
    expect(state()).toEqual(counting);
    expect(browser.stored?.activeAt).toBe(start + limit);
  });

  test("a longer absence logs out before the setting is loaded", () => {
    const { state, browser, asking: isAsking } = arriving({ leftAt: start }, limit + 1);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    expect(browser.logouts).toBe(1);
  });

  test("a tab that was closed long ago does not count when another was used since", () => {
    expect(arriving({ leftAt: start - 10 * limit }, limit).state()).toEqual(counting);
  });

  test("after a crash there is no leave time: the last activity counts", () => {
    expect(arriving({}, limit + 2 * minuteMs).state()).toEqual(counting);
    expect(arriving({}, limit + 2 * minuteMs + 1).state()).toBe("ended");
  });

  test("a countdown that ended in the meantime logs out", () => {
    expect(arriving({ deadline: start + minuteMs }, minuteMs).state()).toBe("ended");
  });

  test("times in the future are limited to the clock that was set back", () => {
    const ahead = { activeAt: start + 10 * limit, leftAt: start + 10 * limit, deadline: start + 20 * limit };
    const { state, seconds, browser } = arriving(ahead);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(60);
    expect(browser.stored?.activeAt).toBe(start);
  });

  test("the presence of another user is ignored", () => {
    expect(arriving({ userId: 8, leftAt: start }, 10 * limit).state()).toEqual({ signedIn: "unlimited" });
  });

  test("leaving is stored for the next load", () => {
    const { send, sleep, tab, pass } = writing();
    pass(minuteMs);
    send({ type: "page.left" });
    sleep(limit + 1);
    const next = tab();
    next.send({ type: "session.found", userId: 7 });
    expect(next.state()).toBe("ended");
  });

  test("the time in the back-forward cache counts as absence", () => {
    const { send, sleep, state } = writing();
    send({ type: "page.left" });
    sleep(minuteMs);
    send({ type: "page.returned" });
    expect(state()).toEqual(counting);
    send({ type: "page.left" });
    sleep(limit + 1);
    send({ type: "page.returned" });
    expect(state()).toBe("ended");
  });
});

test("after the logout, a user can log in again", () => {
  const { pass, send, state, browser } = writing();
  pass(limit + minuteMs);
  expect(state()).toBe("ended");
  send({ type: "session.closed" });
  expect(state()).toBe("signedOut");
  expect(browser.stored).toBeNull();
  send({ type: "session.opened", userId: 7 });
  send({ type: "limit.known", minutes: 15 });
  expect(state()).toEqual(counting);
});

test("default actions do nothing", () => {
  const actor = createActor(autoLogoutMachine, {
    input: { now: () => start, read: () => null },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "session.opened", userId: 7 });
  expect(actor.getSnapshot().value).toEqual({ signedIn: "unlimited" });
});

test("every transition was taken", () => {
  expect(log.missing()).toEqual([]);
});
