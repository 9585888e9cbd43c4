import { expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { countdownMachine } from "./countdown.machine.ts";

const log = transitionLog(countdownMachine);
const now = Date.parse("2026-11-23T12:00:00.000Z");

function startCountdown(endsInMs: number) {
  const clock = new SimulatedClock();
  const device = { sleptMs: 0 };
  const actor = createActor(countdownMachine, {
    input: { endsAt: now + endsInMs, now: () => now + clock.now() + device.sleptMs },
    clock,
    inspect: log.inspect,
  }).start();
  const stateAndTimeLeft = () => {
    const { value, context } = actor.getSnapshot();
    return [value, context.leftMs];
  };
  return { clock, device, stateAndTimeLeft };
}

test("the countdown changes every second and stops at the end", () => {
  const { clock, stateAndTimeLeft } = startCountdown(2_500);
  expect(stateAndTimeLeft()).toEqual(["running", 2_500]);
  clock.increment(1_000);
  expect(stateAndTimeLeft()).toEqual(["running", 1_500]);
  clock.increment(1_000);
  clock.increment(1_000);
  expect(stateAndTimeLeft()).toEqual(["over", 0]);
  clock.increment(100_000);
  expect(stateAndTimeLeft()).toEqual(["over", 0]);
});

test("a countdown to a time in the past is over from the start", () => {
  expect(startCountdown(-5_000).stateAndTimeLeft()).toEqual(["over", 0]);
});

test("after the computer slept, the countdown shows the time that is left by the wall clock", () => {
  const { clock, device, stateAndTimeLeft } = startCountdown(3_600_000);
  device.sleptMs = 3_599_000 - 1_000;
  clock.increment(1_000);
  expect(stateAndTimeLeft()).toEqual(["running", 1_000]);
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
