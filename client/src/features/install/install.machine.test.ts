import { describe, expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { hiddenUntil } from "./hidden-until.ts";
import { hiddenFor, installMachine } from "./install.machine.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const day = 24 * 3_600_000;
const log = transitionLog(installMachine);
const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A browser that can offer the installation several times. */
function browser(storage = new Map<string, string>()) {
  const browser = { now: start, tracked: [] as string[], prompts: 0, refused: false };
  const memory = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  };
  const hidden = hiddenUntil(() => memory);
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
          hide: (_, { until }) => hidden.write(until),
          track: (_, { event }) => void browser.tracked.push(event),
        },
      }),
      {
        input: { now: () => browser.now, hiddenUntil: () => hidden.read() },
        clock: new SimulatedClock(),
        inspect: log.inspect,
      },
    ).start();
    return { send: actor.send.bind(actor), state: () => actor.getSnapshot().value };
  };
  return { world: browser, offer, values: storage };
}

test("the first prompt shows the banner", () => {
  expect(browser().offer().state()).toBe("shown");
});

describe("closed", () => {
  test("it is hidden for 15 days", () => {
    const { offer, world } = browser();
    const { send, state } = offer();
    send({ type: "close" });
    expect(state()).toBe("over");
    expect(world.tracked).toEqual(["Install Banner Close"]);
    world.now = start + 15 * day - 1;
    expect(offer().state()).toBe("over");
    world.now = start + 15 * day;
    expect(offer().state()).toBe("shown");
  });
});

describe("clicked", () => {
  test.each([false, true])(
    "it opens the browser's prompt and is hidden for 90 days (refused: %s)",
    async (refused) => {
      const { offer, world } = browser();
      world.refused = refused;
      const { send, state } = offer();
      send({ type: "install" });
      expect(state()).toBe("prompting");
      await afterPromises();
      expect(state()).toBe("over");
      expect(world.prompts).toBe(1);
      expect(world.tracked).toEqual(["Install Banner Click"]);
      world.now = start + 90 * day - 1;
      expect(offer().state()).toBe("over");
      world.now = start + 90 * day;
      expect(offer().state()).toBe("shown");
    },
  );
});

test("after installing from the browser's menu, the banner disappears and nothing is stored", () => {
  const { offer, values } = browser();
  const { send, state } = offer();
  send({ type: "installed" });
  expect(state()).toBe("over");
  expect(values.size).toBe(0);
});

test("a clock that was set back does not hide it forever", () => {
  const { offer, world } = browser();
  offer().send({ type: "close" });
  world.now = start - 365 * day;
  expect(offer().state()).toBe("shown");
});

test("the stored value is a time, or nothing", () => {
  const storage = new Map([["daybook-install-hidden-until", "no date"]]);
  expect(browser(storage).offer().state()).toBe("shown");
});

test("without storage, it is hidden for this visit", () => {
  const hidden = hiddenUntil(() => {
    throw new Error("refused");
  });
  expect(hidden.read()).toBeNull();
  hidden.write(start + hiddenFor.closed);
  expect(hidden.read()).toBe(start + hiddenFor.closed);
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
