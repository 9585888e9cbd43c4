import { describe, expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { hiddenUntil } from "./hidden-until.ts";
import { hiddenFor, installMachine } from "./install.machine.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const dayMs = 24 * 3_600_000;
const log = transitionLog(installMachine);
const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A browser that can offer the installation several times. */
function openBrowser(storage = new Map<string, string>()) {
  const browser = { now: start, tracked: [] as string[], prompts: 0, refused: false };
  const memory = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  };
  const hiddenStore = hiddenUntil(() => memory);
  const offer = () => {
    const actor = createActor(
      installMachine.provide({
        actors: {
          prompt: fromPromise<unknown, void>(async () => {
            browser.prompts += 1;
            if (browser.refused) throw new Error("refused");
          }),
        },
        actions: {
          hide: (_, { until }) => hiddenStore.write(until),
          track: (_, { event }) => void browser.tracked.push(event),
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
  return { browser, offer, values: storage };
}

test("the first prompt shows the banner", () => {
  expect(openBrowser().offer().state()).toBe("shown");
});

describe("closed", () => {
  test("it is hidden for 15 days", () => {
    const { offer, browser } = openBrowser();
    const { send, state } = offer();
    send({ type: "close" });
    expect(state()).toBe("over");
    expect(browser.tracked).toEqual(["Install Banner Close"]);
    browser.now = start + 15 * dayMs - 1;
    expect(offer().state()).toBe("over");
    browser.now = start + 15 * dayMs;
    expect(offer().state()).toBe("shown");
  });
});

describe("clicked", () => {
  test.each([false, true])(
    "it opens the browser's prompt and is hidden for 90 days (refused: %s)",
    async (isRefused) => {
      const { offer, browser } = openBrowser();
      browser.refused = isRefused;
      const { send, state } = offer();
      send({ type: "install" });
      expect(state()).toBe("prompting");
      await afterPromises();
      expect(state()).toBe("over");
      expect(browser.prompts).toBe(1);
      expect(browser.tracked).toEqual(["Install Banner Click"]);
      browser.now = start + 90 * dayMs - 1;
      expect(offer().state()).toBe("over");
      browser.now = start + 90 * dayMs;
      expect(offer().state()).toBe("shown");
    },
  );
});

test("after installing from the browser's menu, the banner disappears and nothing is stored", () => {
  const { offer, values } = openBrowser();
  const { send, state } = offer();
  send({ type: "installed" });
  expect(state()).toBe("over");
  expect(values.size).toBe(0);
});

test("a clock that was set back does not hide it forever", () => {
  const { offer, browser } = openBrowser();
  offer().send({ type: "close" });
  browser.now = start - 365 * dayMs;
  expect(offer().state()).toBe("shown");
});

test("the stored value is a time, or nothing", () => {
  const storage = new Map([["daybook-install-hidden-until", "no date"]]);
  expect(openBrowser(storage).offer().state()).toBe("shown");
});

test("without storage, it is hidden for this visit", () => {
  const hiddenStore = hiddenUntil(() => {
    throw new Error("refused");
  });
  expect(hiddenStore.read()).toBeNull();
  hiddenStore.write(start + hiddenFor.closed);
  expect(hiddenStore.read()).toBe(start + hiddenFor.closed);
});

test("default actions do nothing", async () => {
  const actor = createActor(installMachine, {
    input: { now: () => start, hiddenUntil: () => null },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "install" });
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("over");
});

test("every transition was taken", () => {
  expect(log.missing()).toEqual([]);
});
