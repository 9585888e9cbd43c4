import type { Reply } from "@daybook/domain/contract/contract";
import { expect, test, vi } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { suggestMachine } from "./suggest.machine.ts";

const log = transitionLog(suggestMachine);

const replyWithTotal = (total: number): Reply<"search"> => ({
  total_entries: total,
  page: 1,
  entries: [],
  tags: [],
  corrected_query: null,
  has_all_words: true,
});

type SearchRequest = {
  text: string;
  signal: AbortSignal;
  answer: (total: number) => Promise<void>;
  fail: () => Promise<void>;
};

function startMachine() {
  const clock = new SimulatedClock();
  const requests: SearchRequest[] = [];
  const actor = createActor(
    suggestMachine.provide({
      actors: {
        search: fromPromise<Reply<"search">, { text: string }>(
          ({ input, signal }) =>
            new Promise((resolve, reject) => {
              const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
              requests.push({
                text: input.text,
                signal,
                answer: (total) => (resolve(replyWithTotal(total)), nextTask()),
                fail: () => (reject(new Error("down")), nextTask()),
              });
            }),
        ),
      },
    }),
    { clock, inspect: log.inspect },
  ).start();
  const state = () => actor.getSnapshot();
  return {
    clock,
    requests,
    type: (text: string) => actor.send({ type: "text.changed", text }),
    state: () => state().value,
    isBusy: () => state().hasTag("busy"),
    answer: () =>
      state().context.answer && [state().context.answer?.text, state().context.answer?.reply.total_entries],
  };
}

test("the search is sent after a pause, for the current text", async () => {
  const { clock, requests, type, state, isBusy, answer } = startMachine();
  type("f");
  clock.increment(199);
  type("fi");
  clock.increment(199);
  expect(requests).toHaveLength(0);
  expect(isBusy()).toBe(true);
  clock.increment(1);
  expect(requests.map(({ text }) => text)).toEqual(["fi"]);
  await requests[0]?.answer(2);
  expect([state(), answer()]).toEqual(["loaded", ["fi", 2]]);
  expect(isBusy()).toBe(false);
});

test("the next keystroke cancels the request, and the previous results stay until new ones arrive", async () => {
  const { clock, requests, type, answer } = startMachine();
  type("fi");
  clock.increment(200);
  await requests[0]?.answer(2);
  type("fire");
  clock.increment(200);
  type("fires");
  expect(requests[1]?.signal.aborted).toBe(true);
  await requests[1]?.answer(7);
  expect(answer()).toEqual(["fi", 2]);
  clock.increment(200);
  await requests[2]?.answer(1);
  expect(answer()).toEqual(["fires", 1]);
});

test("a trailing space does not search again, an empty field clears the results", async () => {
  const { clock, requests, type, state, answer } = startMachine();
  type("fire");
  clock.increment(200);
  await requests[0]?.answer(2);
  type("fire ");
  clock.increment(200);
  expect(requests).toHaveLength(1);
  type("  ");
  expect([state(), answer()]).toEqual(["idle", null]);
  type("fire");
  clock.increment(200);
  expect(requests).toHaveLength(2);
});

test("a failure removes the earlier results, and the next change of the text searches again", async () => {
  const { clock, requests, type, state, answer } = startMachine();
  type("fire");
  clock.increment(200);
  await requests[0]?.answer(2);
  type("fires");
  clock.increment(200);
  await requests[1]?.fail();
  expect([state(), answer()]).toEqual(["failed", null]);
  type("fire");
  clock.increment(200);
  await requests[2]?.answer(2);
  expect(state()).toBe("loaded");
});

test("without a provided `search` actor, the machine fails instead of waiting forever", async () => {
  const clock = new SimulatedClock();
  const actor = createActor(suggestMachine, { clock }).start();
  actor.send({ type: "text.changed", text: "fire" });
  clock.increment(200);
  await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("failed"));
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
