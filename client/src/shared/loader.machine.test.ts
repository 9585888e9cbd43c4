import { loader } from "@daybook/domain/contract/bounds";
import { expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { loaderMachine } from "./loader.machine.ts";
import { transitionLog } from "./testing/transition-log.ts";

const log = transitionLog(loaderMachine);

function startMachine() {
  const clock = new SimulatedClock();
  let reloads = 0;
  const actor = createActor(
    loaderMachine.provide({ actions: { "reload the page": () => void (reloads += 1) } }),
    { clock, inspect: log.inspect },
  ).start();
  return {
    clock,
    send: (type: "resolving" | "resolved") => actor.send({ type }),
    isShown: () => actor.getSnapshot().hasTag("shown"),
    isIdle: () => actor.getSnapshot().matches("idle"),
    reloads: () => reloads,
  };
}

test("a fast route shows no loader", () => {
  const { clock, send, isShown, isIdle } = startMachine();
  send("resolving");
  clock.increment(199);
  send("resolved");
  clock.increment(1000);
  expect(isShown()).toBe(false);
  expect(isIdle()).toBe(true);
});

test("once shown, the loader stays for at least 750 ms", () => {
  const { clock, send, isShown } = startMachine();
  send("resolving");
  clock.increment(200);
  expect(isShown()).toBe(true);
  send("resolved");
  clock.increment(loader.minimum - 1);
  expect(isShown()).toBe(true);
  clock.increment(1);
  expect(isShown()).toBe(false);
});

test("the loader stays while a route resolves", () => {
  const { clock, send, isShown } = startMachine();
  send("resolving");
  clock.increment(200);
  clock.increment(loader.minimum);
  clock.increment(5000);
  expect(isShown()).toBe(true);
  send("resolved");
  expect(isShown()).toBe(false);
});

test("the loader also waits for a second route that starts within the minimum time", () => {
  const { clock, send, isShown } = startMachine();
  send("resolving");
  clock.increment(200);
  send("resolved");
  send("resolving");
  clock.increment(loader.minimum);
  expect(isShown()).toBe(true);
  send("resolved");
  expect(isShown()).toBe(false);
});

test("when a route takes 150 seconds, the page reloads once", () => {
  const { clock, send, reloads } = startMachine();
  send("resolving");
  clock.increment(loader.reloadAfter - 1);
  expect(reloads()).toBe(0);
  clock.increment(1);
  expect(reloads()).toBe(1);
  clock.increment(loader.reloadAfter * 2);
  expect(reloads()).toBe(1);
});

test("the page does not reload after its route has resolved, even when timers fire late", () => {
  const timers = new Map<number, () => void>();
  const clock = {
    setTimeout: (run: () => void, after: number) => void timers.set(after, run),
    clearTimeout: () => {},
  };
  let reloads = 0;
  const actor = createActor(
    loaderMachine.provide({ actions: { "reload the page": () => void (reloads += 1) } }),
    { clock },
  ).start();
  actor.send({ type: "resolving" });
  timers.get(200)?.();
  actor.send({ type: "resolved" });
  timers.get(loader.reloadAfter)?.();
  expect(reloads).toBe(0);
  timers.get(loader.minimum)?.();
  expect(actor.getSnapshot().matches("idle")).toBe(true);
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
