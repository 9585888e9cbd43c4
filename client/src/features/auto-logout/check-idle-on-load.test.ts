import { expect, test } from "vitest";
import { checkIdleOnLoad } from "./check-idle-on-load.ts";
import type { Presence } from "../../shared/session/presence-store.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const limitMs = 15 * 60_000;

function loadPage(now: number, presence: Partial<Presence> | null, userId: number | null = 7) {
  const browser = {
    userId,
    logouts: 0,
    notifyChange: () => {},
    storedPresence: presence && {
      userId: 7,
      minutes: 15,
      activeAt: start,
      leftAt: start,
      deadline: null,
      ...presence,
    },
  };
  checkIdleOnLoad({
    clock: { now: () => now },
    store: {
      read: (id) => (browser.storedPresence?.userId === id ? browser.storedPresence : null),
      write: (next) => void (browser.storedPresence = next),
    },
    userId: () => browser.userId,
    subscribe: (listener) => (browser.notifyChange = listener),
    logOut: () => void (browser.logouts += 1),
  });
  return browser;
}

test.each([
  ["a user who left for as long as the limit stays logged in", limitMs, {}, 0],
  ["a user who left for longer than the limit is logged out", limitMs + 1, {}, 1],
  ["a user without a limit stays logged in after a long absence", 10 * limitMs, { minutes: 0 }, 0],
  [
    "an old leave time does not count when another tab was used since",
    2 * limitMs,
    { activeAt: start + limitMs },
    0,
  ],
  [
    "without a leave time, after a crash, a user is logged out two minutes after the limit",
    limitMs + 120_001,
    { leftAt: null },
    1,
  ],
  [
    "a page that loads during the countdown does not log the user out",
    limitMs + 30_000,
    { deadline: start + limitMs + 60_000 },
    0,
  ],
  [
    "a page that loads after the countdown logs the user out",
    limitMs + 60_000,
    { deadline: start + limitMs + 60_000 },
    1,
  ],
  [
    "times in the future, after the clock was set back, do not log the user out",
    0,
    { activeAt: start + limitMs },
    0,
  ],
  ["the presence of another account does not count", 10 * limitMs, { userId: 8 }, 0],
] as const)("%s", (_, laterMs, presence, logouts) => {
  expect(loadPage(start + laterMs, presence).logouts).toBe(logouts);
});

test("without a stored presence, nobody is logged out", () => {
  expect(loadPage(start, null).logouts).toBe(0);
});

test("the presence stays until the logout is complete, for other tabs that load meanwhile", () => {
  const browser = loadPage(start + limitMs + 1, {});
  expect(browser.logouts).toBe(1);
  expect(browser.storedPresence).not.toBeNull();
  browser.userId = null;
  browser.notifyChange();
  expect(browser.storedPresence).toBeNull();
});

test("the presence is removed when the session ends", () => {
  expect(loadPage(start, {}, null).storedPresence).toBeNull();
  const browser = loadPage(start, {});
  browser.notifyChange();
  expect(browser.storedPresence).not.toBeNull();
  browser.userId = null;
  browser.notifyChange();
  expect(browser.storedPresence).toBeNull();
});
