import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../testing/transition-log.ts";
import { type EarlierOutcome, earlierPurchaseMachine } from "./earlier-purchase.machine.ts";
import type { OpenPurchase } from "./open-purchase.ts";

const log = transitionLog(earlierPurchaseMachine);
const purchase: OpenPurchase = { userId: 7, startedAt: 5, key: "a" };
const openOutcome: EarlierOutcome = { state: "open" };
const declinedOutcome: EarlierOutcome = { state: "declined", message: "Your card was declined." };

/** Starts the machine on a simulated clock, with the answers of the server in their order. */
function startMachine(input: OpenPurchase | null, answers: (EarlierOutcome | Error)[]) {
  const askedKeys: (string | undefined)[] = [];
  const clock = new SimulatedClock();
  const findOutcome = fromPromise<EarlierOutcome, OpenPurchase | null>(async ({ input: askedPurchase }) => {
    askedKeys.push(askedPurchase?.key);
    const answer = answers.shift() ?? openOutcome;
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
    askedKeys,
    afterPromises,
    state: () => actor.getSnapshot().value,
    outcome: () => actor.getSnapshot().context.outcome,
    pass: async (ms: number) => {
      clock.increment(ms);
      await afterPromises();
    },
  };
}

test("without an earlier purchase, the server is not asked", async () => {
  const { askedKeys, state, pass } = startMachine(null, []);
  await pass(60_000);
  expect([state(), askedKeys]).toEqual(["nothing", []]);
});

test("once the outcome of the earlier purchase is known, the server is not asked again", async () => {
  const { askedKeys, state, outcome, afterPromises, pass } = startMachine(purchase, [declinedOutcome]);
  expect([state(), outcome()]).toEqual(["asking", null]);
  await afterPromises();
  expect([state(), outcome()]).toEqual(["answered", declinedOutcome]);
  await pass(60 * 60_000);
  expect(askedKeys).toEqual(["a"]);
});

test("the server is asked about an open purchase until the outcome is known, also after it could not be reached", async () => {
  const offline = new Error("offline");
  const answers = [openOutcome, offline, openOutcome, openOutcome, openOutcome, openOutcome, declinedOutcome];
  const { askedKeys, state, outcome, afterPromises, pass } = startMachine(purchase, answers);
  await afterPromises();
  for (const [index, pause] of [2_000, 4_000, 8_000, 15_000, 30_000, 30_000].entries()) {
    expect([state(), outcome()]).toEqual(["waiting", openOutcome]);
    await pass(pause - 1);
    expect(askedKeys).toHaveLength(index + 1);
    await pass(1);
    expect(askedKeys).toHaveLength(index + 2);
  }
  expect([state(), outcome()]).toEqual(["answered", declinedOutcome]);
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
