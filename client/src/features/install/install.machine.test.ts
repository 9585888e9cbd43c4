import { describe, expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { hiddenUntilStore } from "./hidden-until.ts";
import { hiddenForMs, installMachine } from "./install.machine.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const dayMs = 24 * 3_600_000;
const log = transitionLog(installMachine);
const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A browser that can offer the installation several times. */
function openBrowser(storage = new Map<string, string>()) {
  const browser = { now: start, trackedEvents: [] as string[], prompts: 0, refusesPrompt: false };
  const memory = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  };
  const hiddenStore = hiddenUntilStore(() => memory);
  const offerInstall = () => {
    const actor = createActor(
      installMachine.provide({
        actors: {
          prompt: fromPromise<unknown, void>(async () => {
            browser.prompts += 1;
            if (browser.refusesPrompt) throw new Error("refused");
          }),
        },
        actions: {
          hide: (_, { until }) => hiddenStore.write(until),
          track: (_, { event }) => void browser.trackedEvents.push(event),
        },
      }),
      {
        input: { now: () => browser.now, hiddenUntil: () => hiddenStore.read() },
        clock: new SimulatedClock(),
        inspect: log.inspect,
      },
    ).start();
    return { send: actor.send.bind(actor), state: () => actor.getSnapshot().value };
  };
  return { browser, offerInstall };
}

test("the first time the browser offers the installation, the banner is shown", () => {
  expect(openBrowser().offerInstall().state()).toBe("visible");
});

describe("closing the banner", () => {
  test("a closed banner is hidden for 15 days", () => {
    const { offerInstall, browser } = openBrowser();
    const { send, state } = offerInstall();
    send({ type: "close" });
    expect(state()).toBe("over");
    expect(browser.trackedEvents).toEqual(["Install Banner Close"]);
    browser.now = start + 15 * dayMs - 1;
    expect(offerInstall().state()).toBe("over");
    browser.now = start + 15 * dayMs;
    expect(offerInstall().state()).toBe("visible");
  });
});

describe("clicking the banner", () => {
  test.each([false, true])(
    "a click opens the browser's prompt and hides the banner for 90 days (the browser refuses: %s)",
    async (isRefused) => {
      const { offerInstall, browser } = openBrowser();
      browser.refusesPrompt = isRefused;
      const { send, state } = offerInstall();
      send({ type: "install" });
      expect(state()).toBe("prompting");
      await afterPromises();
      expect(state()).toBe("over");
      expect(browser.prompts).toBe(1);
      expect(browser.trackedEvents).toEqual(["Install Banner Click"]);
      browser.now = start + 90 * dayMs - 1;
      expect(offerInstall().state()).toBe("over");
      browser.now = start + 90 * dayMs;
      expect(offerInstall().state()).toBe("visible");
    },
  );
});

test("a clock that was set back does not hide the banner forever", () => {
  const { offerInstall, browser } = openBrowser();
  offerInstall().send({ type: "close" });
  browser.now = start - 365 * dayMs;
  expect(offerInstall().state()).toBe("visible");
});

test("a stored hiding time that is not a time is ignored", () => {
  const storage = new Map([["daybook-install-hidden-until", "no date"]]);
  expect(openBrowser(storage).offerInstall().state()).toBe("visible");
});

test("without storage, the banner is hidden for this visit only", () => {
  const refuseStorage = () => {
    throw new Error("refused");
  };
  const hiddenStore = hiddenUntilStore(refuseStorage);
  expect(hiddenStore.read()).toBeNull();
  hiddenStore.write(start + hiddenForMs.closed);
  expect(hiddenStore.read()).toBe(start + hiddenForMs.closed);
  expect(hiddenUntilStore(refuseStorage).read()).toBeNull();
});

test("without provided actors and actions, a click on Install ends the offer", async () => {
  const actor = createActor(installMachine, {
    input: { now: () => start, hiddenUntil: () => null },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "install" });
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("over");
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
