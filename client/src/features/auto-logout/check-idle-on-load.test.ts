import { expect, test } from "vitest";
import { checkIdleOnLoad } from "./check-idle-on-load.ts";
import type { Presence } from "../../shared/session/presence-store.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const limit = 15 * 60_000;

function arrive(now: number, presence: Partial<Presence> | null, userId: number | null = 7) {
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
  ["left for as long as the limit", limit, {}, 0],
  ["left for longer", limit + 1, {}, 1],
  ["left for longer, with no limit", 10 * limit, { minutes: 0 }, 0],
  ["left by one tab while another was used", 2 * limit, { activeAt: start + limit }, 0],
  ["never left, the browser crashed long ago", limit + 120_001, { leftAt: null }, 1],
  ["in time for the question", limit + 30_000, { deadline: start + limit + 60_000 }, 0],
  ["too late for the question", limit + 60_000, { deadline: start + limit + 60_000 }, 1],
  ["left in the future of a clock that was set back", 0, { activeAt: start + limit }, 0],
  ["somebody else's", 10 * limit, { userId: 8 }, 0],
] as const)("%s", (_, later, presence, logouts) => {
  expect(arrive(start + later, presence).logouts).toBe(logouts);
});

test("without a stored presence, nobody is logged out", () => {
  expect(arrive(start, null).logouts).toBe(0);
});

test("the presence is removed when the session ends", () => {
  expect(arrive(start, {}, null).stored).toBeNull();
  expect(arrive(start + limit + 1, {}).stored).toBeNull();
  const browser = arrive(start, {});
  browser.changed();
  expect(browser.stored).not.toBeNull();
  browser.userId = null;
  browser.changed();
  expect(browser.stored).toBeNull();
});
