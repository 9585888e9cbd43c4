import { expect, test } from "vitest";
import { checkIdleOnLoad } from "./check-idle-on-load.ts";
import type { Presence } from "../../shared/session/presence-store.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const limitMs = 15 * 60_000;

function loadPage(now: number, presence: Partial<Presence> | null, userId: number | null = 7) {
  const browser = {
    userId,
    logouts: 0,
    changed: () => {},
    stored: presence && {
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
      read: (id) => (browser.stored?.userId === id ? browser.stored : null),
      write: (next) => void (browser.stored = next),
    },
    userId: () => browser.userId,
    subscribe: (listener) => (browser.changed = listener),
    logOut: () => void (browser.logouts += 1),
  });
  return browser;
}

test.each([
  ["left for as long as the limit", limitMs, {}, 0],
  ["left for longer", limitMs + 1, {}, 1],
  ["left for longer, with no limit", 10 * limitMs, { minutes: 0 }, 0],
  ["left by one tab while another was used", 2 * limitMs, { activeAt: start + limitMs }, 0],
  ["never left, the browser crashed long ago", limitMs + 120_001, { leftAt: null }, 1],
  ["during the countdown", limitMs + 30_000, { deadline: start + limitMs + 60_000 }, 0],
  ["after the countdown", limitMs + 60_000, { deadline: start + limitMs + 60_000 }, 1],
  ["left in the future of a clock that was set back", 0, { activeAt: start + limitMs }, 0],
  ["the presence of another account", 10 * limitMs, { userId: 8 }, 0],
] as const)("%s", (_, laterMs, presence, logouts) => {
  expect(loadPage(start + laterMs, presence).logouts).toBe(logouts);
});

test("without a stored presence, nobody is logged out", () => {
  expect(loadPage(start, null).logouts).toBe(0);
});

test("the presence is removed when the session ends", () => {
  expect(loadPage(start, {}, null).stored).toBeNull();
  expect(loadPage(start + limitMs + 1, {}).stored).toBeNull();
  const browser = loadPage(start, {});
  browser.changed();
  expect(browser.stored).not.toBeNull();
  browser.userId = null;
  browser.changed();
  expect(browser.stored).toBeNull();
});
