import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../testing/transition-log.ts";
import { pollIntervalMs, operationMachine, retryDelayMs } from "./operation.machine.ts";

const log = transitionLog(operationMachine);
const afterPromises = () => new Promise((resolve) => setImmediate(resolve));
const startedOperation: Operation = {
  id: 7,
  kind: "move",
  done: 0,
  total: 120,
  status: "running",
  result: null,
};
const halfDoneOperation: Operation = { ...startedOperation, done: 50 };
const endedOperation: Operation = {
  ...startedOperation,
  done: 120,
  status: "done",
  result: { affected: 119, skipped: 1 },
};

/** @param answers the result of each poll */
function follow(answers: (Operation | null | Error)[]) {
  const clock = new SimulatedClock();
  const polls: number[] = [];
  const actor = createActor(
    operationMachine.provide({
      actors: {
        poll: fromPromise(async ({ input }) => {
          polls.push(input);
          const answer = answers.shift() ?? null;
          if (answer instanceof Error) throw answer;
          return answer;
        }),
      },
    }),
    { input: { operation: startedOperation }, clock, inspect: log.inspect },
  ).start();
  const advance = async (time: number) => {
    clock.increment(time);
    await afterPromises();
  };
  return { polls, advance, snapshot: () => actor.getSnapshot() };
}

test("an operation is polled once a second until its end", async () => {
  const { polls, advance, snapshot } = follow([halfDoneOperation, endedOperation]);
  await advance(pollIntervalMs - 1);
  expect(polls).toEqual([]);
  await advance(1);
  expect(polls).toEqual([7]);
  expect(snapshot().context.operation).toEqual(halfDoneOperation);
  await advance(pollIntervalMs);
  expect(snapshot().value).toBe("ended");
  expect(snapshot().context.operation).toEqual(endedOperation);
  await advance(10 * pollIntervalMs);
  expect(polls.length).toBe(2);
});

test("an unreachable server is polled again later, and the last known operation is kept", async () => {
  const { polls, advance, snapshot } = follow([halfDoneOperation, new Error("no response"), endedOperation]);
  await advance(pollIntervalMs);
  await advance(pollIntervalMs);
  expect(snapshot().value).toBe("unreachable");
  expect(snapshot().context.operation).toEqual(halfDoneOperation);
  await advance(retryDelayMs - 1);
  expect(polls.length).toBe(2);
  await advance(1);
  expect(snapshot().value).toBe("ended");
});

test("an operation that the user may no longer see is not polled again", async () => {
  const { polls, advance, snapshot } = follow([null]);
  await advance(pollIntervalMs);
  expect(snapshot().value).toBe("inaccessible");
  await advance(10 * pollIntervalMs);
  expect(polls.length).toBe(1);
});

test("without a provided `poll` actor, every poll fails", async () => {
  const clock = new SimulatedClock();
  const actor = createActor(operationMachine, { input: { operation: startedOperation }, clock }).start();
  clock.increment(pollIntervalMs);
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("unreachable");
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
