import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../testing/transition-log.ts";
import { type EarlierOutcome, earlierPurchaseMachine } from "./earlier-purchase.machine.ts";
import type { OpenPurchase } from "./open-purchase.ts";

const log = transitionLog(earlierPurchaseMachine);
const purchase: OpenPurchase = { userId: 7, startedAt: 5, key: "a" };
const open: EarlierOutcome = { state: "open" };
const declined: EarlierOutcome = { state: "declined", message: "Your card was declined." };

/** Starts the machine on a simulated clock, with the answers of the server in their order. */
function startMachine(input: OpenPurchase | null, answers: (EarlierOutcome | Error)[]) {
  const asked: (string | undefined)[] = [];
  const clock = new SimulatedClock();
  const findOutcome = fromPromise<EarlierOutcome, OpenPurchase | null>(async ({ input: askedPurchase }) => {
    asked.push(askedPurchase?.key);
    const answer = answers.shift() ?? open;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const actor = createActor(earlierPurchaseMachine.provide({ actors: { findOutcome } }), {
    input: { purchase: input },
    clock,
    inspect: log.inspect,
  }).start();
  const afterPromises = () => new Promise((resolve) => setImmediate(resolve));
  return {
    asked,
    afterPromises,
    state: () => actor.getSnapshot().value,
    outcome: () => actor.getSnapshot().context.outcome,
    pass: async (ms: number) => {
      clock.increment(ms);
      await afterPromises();
    },
  };
}

test("without an earlier purchase nothing is asked", async () => {
  const { asked, state, pass } = startMachine(null, []);
  await pass(60_000);
  expect([state(), asked]).toEqual(["nothing", []]);
});

test("an answer ends the questions", async () => {
  const { asked, state, outcome, afterPromises, pass } = startMachine(purchase, [declined]);
  expect([state(), outcome()]).toEqual(["asking", null]);
  await afterPromises();
  expect([state(), outcome()]).toEqual(["answered", declined]);
  await pass(60 * 60_000);
  expect(asked).toEqual(["a"]);
});

test("an open purchase is asked for again until there is an answer, also when the server cannot be reached", async () => {
  const answers = [open, new Error("offline"), open, open, open, open, declined];
  const { asked, state, outcome, afterPromises, pass } = startMachine(purchase, answers);
  await afterPromises();
  for (const [index, pause] of [2_000, 4_000, 8_000, 15_000, 30_000, 30_000].entries()) {
    expect([state(), outcome()]).toEqual(["waiting", open]);
    await pass(pause - 1);
    expect(asked).toHaveLength(index + 1);
    await pass(1);
    expect(asked).toHaveLength(index + 2);
  }
  expect([state(), outcome()]).toEqual(["answered", declined]);
});

test("every transition of the machine was taken", () => {
  expect(log.missing()).toEqual([]);
});
