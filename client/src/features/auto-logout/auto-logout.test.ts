// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createAtom } from "../../shared/atom.ts";
import { listenForActivity } from "./activity.ts";
import { createAutoLogout, followAccount, followLimit, followPage } from "./auto-logout.ts";
import { announcedSeconds } from "./question.ts";
import { presenceStore } from "../../shared/session/presence-store.ts";

const limitMs = 15 * 60_000;

function startAutoLogout() {
  const time = { now: Date.parse("2026-11-20T12:00:00.000Z") };
  const clock = { now: () => time.now };
  const storageEvents = new EventTarget();
  const calls = { logouts: 0 };
  const actor = createAutoLogout({
    clock,
    store: presenceStore(() => {
      throw new Error("refused");
    }, storageEvents),
    logOut: () => void (calls.logouts += 1),
  }).start();
  return { actor, clock, time, storageEvents, calls, state: () => actor.getSnapshot().value };
}

test("activity is reported at most once a second", () => {
  const time = { now: 5_000 };
  const page = new EventTarget();
  let count = 0;
  const stop = listenForActivity(
    page,
    () => time.now,
    () => (count += 1),
  );
  const activityEvents = ["pointermove", "pointerdown", "wheel", "keydown"];
  for (const eventName of activityEvents) page.dispatchEvent(new Event(eventName));
  expect(count).toBe(1);
  for (const eventName of activityEvents) {
    time.now += 1_000;
    page.dispatchEvent(new Event(eventName));
  }
  expect(count).toBe(5);
  time.now -= 3_600_000;
  page.dispatchEvent(new Event("keydown"));
  expect(count).toBe(6);
  stop();
  time.now += 1_000;
  page.dispatchEvent(new Event("keydown"));
  expect(count).toBe(6);
});

test("auto-logout follows the logged-in account and the setting", () => {
  const { actor, state } = startAutoLogout();
  const account: { id: number | null; notifyChange: () => void } = { id: 7, notifyChange: () => {} };
  followAccount(
    actor,
    () => account.id,
    (listener) => (account.notifyChange = listener),
  );
  expect(state()).toEqual({ loggedIn: "unlimited" });
  const settings = createAtom<{ auto_logout: number } | null>(null);
  followLimit(actor, settings);
  settings.set({ auto_logout: 15 });
  expect(state()).toEqual({ loggedIn: "counting" });
  settings.set(null);
  expect(state()).toEqual({ loggedIn: "counting" });
  account.notifyChange();
  expect(state()).toEqual({ loggedIn: "counting" });
  account.id = null;
  account.notifyChange();
  expect(state()).toBe("loggedOut");
  account.id = 8;
  account.notifyChange();
  expect(state()).toEqual({ loggedIn: "unlimited" });
});

test("auto-logout reacts to activity, to events of the page, and to presence changes in other tabs", () => {
  const { actor, clock, time, storageEvents, calls, state } = startAutoLogout();
  const stop = followPage(actor, clock, window);
  actor.send({ type: "session.opened", userId: 7 });
  actor.send({ type: "limit.loaded", minutes: 15 });
  const presence = () => actor.getSnapshot().context.presence;

  time.now += 60_000;
  window.dispatchEvent(new Event("keydown"));
  expect(presence()?.activeAt).toBe(time.now);
  window.dispatchEvent(new Event("pagehide"));
  expect(presence()?.leftAt).toBe(time.now);

  time.now += limitMs;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(state()).toEqual({ loggedIn: "asking" });
  actor.send({ type: "keep" });
  time.now += limitMs;
  storageEvents.dispatchEvent(new StorageEvent("storage", { key: "another" }));
  expect(state()).toEqual({ loggedIn: "counting" });
  storageEvents.dispatchEvent(new StorageEvent("storage", { key: "daybook-presence" }));
  expect(state()).toEqual({ loggedIn: "asking" });
  actor.send({ type: "keep" });

  window.dispatchEvent(new Event("pagehide"));
  time.now += limitMs + 1;
  window.dispatchEvent(new Event("pageshow"));
  expect(state()).toEqual({ loggedIn: "counting" });
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(state()).toBe("ended");
  expect(calls.logouts).toBe(1);
  stop();
});

test("screen readers announce only a few steps of the countdown", () => {
  const announcements = [60, 31, 30, 11, 10, 1, 0].map(announcedSeconds);
  expect(announcements).toEqual([null, null, 30, 30, 10, 10, 10]);
});
