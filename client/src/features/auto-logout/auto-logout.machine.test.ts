import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { autoLogoutMachine } from "./auto-logout.machine.ts";
import { idleTimes } from "./presence.ts";
import {
  askingState,
  countingState,
  limitMs,
  loadPage,
  log,
  minuteMs,
  start,
  openActiveTab,
} from "./testing/auto-logout-harness.ts";

describe("the idle time", () => {
  test("the idle question never opens without a session, or without a limit", () => {
    const { advance, send, state, openTab, browser } = openActiveTab();
    send({ type: "limit.loaded", minutes: 0 });
    expect(state()).toEqual({ loggedIn: "unlimited" });
    const tabWithoutSession = openTab();
    advance(100 * limitMs);
    expect(state()).toEqual({ loggedIn: "unlimited" });
    expect(tabWithoutSession.state()).toBe("loggedOut");
    expect(browser.logouts).toBe(0);
  });

  test("the idle question opens when the limit is reached, not before", () => {
    const { advance, state, seconds } = openActiveTab();
    advance(limitMs - 1);
    expect(state()).toEqual(countingState);
    advance(1);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(60);
  });

  test("activity restarts the idle time", () => {
    const { advance, send, state } = openActiveTab();
    advance(limitMs - 1);
    send({ type: "activity" });
    advance(limitMs - 1);
    expect(state()).toEqual(countingState);
    advance(1);
    expect(state()).toEqual(askingState);
  });

  test("loading the same limit again does not restart the idle time", () => {
    const { advance, send, state } = openActiveTab();
    advance(limitMs - 1);
    send({ type: "limit.loaded", minutes: 15 });
    advance(1);
    expect(state()).toEqual(askingState);
  });

  test("a new limit restarts the idle time, and limit 0 closes the idle question", () => {
    const { advance, send, state } = openActiveTab();
    advance(14 * minuteMs);
    send({ type: "limit.loaded", minutes: 5 });
    advance(5 * minuteMs - 1);
    expect(state()).toEqual(countingState);
    advance(1);
    expect(state()).toEqual(askingState);
    send({ type: "limit.loaded", minutes: 0 });
    expect(state()).toEqual({ loggedIn: "unlimited" });
  });

  test("after the clock was set back, the idle question opens at most a minute after the limit", () => {
    const { advance, sleep, state } = openActiveTab();
    sleep(-100 * limitMs);
    advance(limitMs + minuteMs);
    expect(state()).toEqual(askingState);
  });
});

describe("the idle question", () => {
  test("the idle question counts down whole seconds and then logs out once", () => {
    const { advance, state, isAsking, seconds, browser } = openActiveTab();
    advance(limitMs);
    advance(1_000);
    expect(seconds()).toBe(59);
    advance(58_000);
    expect(seconds()).toBe(1);
    expect(browser.logouts).toBe(0);
    advance(1_000);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    advance(limitMs);
    expect(browser.logouts).toBe(1);
  });

  test("the idle question is answered only by the button, not by mouse moves", () => {
    const { advance, send, state } = openActiveTab();
    advance(limitMs + 20_000);
    send({ type: "activity" });
    expect(state()).toEqual(askingState);
    send({ type: "keep" });
    expect(state()).toEqual(countingState);
    advance(limitMs - 1);
    expect(state()).toEqual(countingState);
  });

  test("the idle question cannot be answered after the countdown has ended while the device slept", () => {
    const { advance, sleep, send, state, browser } = openActiveTab();
    advance(limitMs);
    sleep(idleTimes.countdown);
    send({ type: "keep" });
    expect(state()).toBe("ended");
    expect(browser.logouts).toBe(1);
  });

  test("the idle question survives a reload with its remaining seconds", () => {
    const { state, seconds } = loadPage({ deadline: start + limitMs + minuteMs }, limitMs + 20_500);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(40);
  });
});

describe("sleep of the device", () => {
  test("a device that slept for less than the limit does not show the idle question", () => {
    const { advance, sleep, state } = openActiveTab();
    sleep(limitMs - minuteMs - 1);
    advance(minuteMs);
    expect(state()).toEqual(countingState);
  });

  test("a device that slept past the limit shows the idle question immediately, even if the mouse moved first", () => {
    const { sleep, send, state } = openActiveTab();
    sleep(limitMs);
    send({ type: "activity" });
    expect(state()).toEqual(askingState);
  });

  test("a device that slept far past the limit logs out without asking", () => {
    const { sleep, send, state, browser } = openActiveTab();
    sleep(limitMs + idleTimes.countdown + idleTimes.grace + 1);
    send({ type: "check" });
    expect(state()).toBe("ended");
    expect(browser.logouts).toBe(1);
  });
});

describe("several tabs", () => {
  test("activity in one tab counts for all tabs", () => {
    const { advance, send, state, openTab } = openActiveTab();
    const otherTab = openTab();
    otherTab.send({ type: "session.found", userId: 7 });
    advance(limitMs - minuteMs);
    otherTab.send({ type: "activity" });
    advance(limitMs - minuteMs);
    expect(state()).toEqual(countingState);
    expect(otherTab.state()).toEqual(countingState);
    send({ type: "activity" });
    advance(limitMs);
    expect(otherTab.state()).toEqual(askingState);
  });

  test("all tabs show the idle question, and one answer counts for all", () => {
    const { advance, send, isAsking, openTab } = openActiveTab();
    const otherTab = openTab();
    otherTab.send({ type: "session.found", userId: 7 });
    advance(limitMs);
    expect([isAsking(), otherTab.isAsking()]).toEqual([true, true]);
    send({ type: "keep" });
    expect([isAsking(), otherTab.isAsking()]).toEqual([false, false]);
  });

  test("a tab that missed messages reads the stored presence before it asks", () => {
    const { advance, sleep, send, openTab } = openActiveTab();
    const frozenTab = openTab(false);
    frozenTab.send({ type: "session.found", userId: 7 });
    advance(limitMs - 1);
    send({ type: "activity" });
    sleep(1);
    frozenTab.send({ type: "activity" });
    expect(frozenTab.state()).toEqual(countingState);
  });

  test("the end of the session stops the idle time in each tab and removes the presence", () => {
    const { send, state, openTab, browser } = openActiveTab();
    const otherTab = openTab();
    otherTab.send({ type: "session.found", userId: 7 });
    send({ type: "session.closed" });
    otherTab.send({ type: "session.closed" });
    expect([state(), otherTab.state()]).toEqual(["loggedOut", "loggedOut"]);
    expect(browser.presence).toBeNull();
  });
});

describe("at load", () => {
  test("without a stored presence, the machine waits for the setting", () => {
    const { state, send } = loadPage(null);
    expect(state()).toEqual({ loggedIn: "unlimited" });
    send({ type: "limit.loaded", minutes: 15 });
    expect(state()).toEqual(countingState);
  });

  test("an absence up to the limit does not log out, and loading counts as activity", () => {
    const { state, browser } = loadPage({ leftAt: start }, limitMs);
    expect(state()).toEqual(countingState);
    expect(browser.presence?.activeAt).toBe(start + limitMs);
  });

  test("an absence beyond the limit logs out before the setting is loaded", () => {
    const { state, browser, isAsking } = loadPage({ leftAt: start }, limitMs + 1);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    expect(browser.logouts).toBe(1);
  });

  test("a tab that was closed long ago does not count when another was used since", () => {
    expect(loadPage({ leftAt: start - 10 * limitMs }, limitMs).state()).toEqual(countingState);
  });

  test("after a crash there is no leave time, so the last activity counts, plus two minutes", () => {
    expect(loadPage({}, limitMs + 2 * minuteMs).state()).toEqual(countingState);
    expect(loadPage({}, limitMs + 2 * minuteMs + 1).state()).toBe("ended");
  });

  test("a countdown that ended before the load logs out", () => {
    expect(loadPage({ deadline: start + minuteMs }, minuteMs).state()).toBe("ended");
  });

  test("after the clock was set back, stored times that are too late become the latest possible ones", () => {
    const futureTimes = {
      activeAt: start + 10 * limitMs,
      leftAt: start + 10 * limitMs,
      deadline: start + 20 * limitMs,
    };
    const { state, seconds, browser } = loadPage(futureTimes);
    expect(state()).toEqual(askingState);
    expect(seconds()).toBe(60);
    expect(browser.presence?.activeAt).toBe(start);
  });

  test("the presence of another user is ignored", () => {
    expect(loadPage({ userId: 8, leftAt: start }, 10 * limitMs).state()).toEqual({ loggedIn: "unlimited" });
  });

  test("the time at which a page was left is stored for the next load", () => {
    const { send, sleep, openTab, advance } = openActiveTab();
    advance(minuteMs);
    send({ type: "page.left" });
    sleep(limitMs + 1);
    const reopenedTab = openTab();
    reopenedTab.send({ type: "session.found", userId: 7 });
    expect(reopenedTab.state()).toBe("ended");
  });

  test("the time in the back-forward cache counts as absence", () => {
    const { send, sleep, state } = openActiveTab();
    send({ type: "page.left" });
    sleep(minuteMs);
    send({ type: "page.returned" });
    expect(state()).toEqual(countingState);
    send({ type: "page.left" });
    sleep(limitMs + 1);
    send({ type: "page.returned" });
    expect(state()).toBe("ended");
  });
});

test("after the logout, a user can log in again", () => {
  const { advance, send, state, browser } = openActiveTab();
  advance(limitMs + minuteMs);
  expect(state()).toBe("ended");
  send({ type: "session.closed" });
  expect(state()).toBe("loggedOut");
  expect(browser.presence).toBeNull();
  send({ type: "session.opened", userId: 7 });
  send({ type: "limit.loaded", minutes: 15 });
  expect(state()).toEqual(countingState);
});

test("a log-in works without provided actions", () => {
  const actor = createActor(autoLogoutMachine, {
    input: { now: () => start, read: () => null },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "session.opened", userId: 7 });
  expect(actor.getSnapshot().value).toEqual({ loggedIn: "unlimited" });
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
