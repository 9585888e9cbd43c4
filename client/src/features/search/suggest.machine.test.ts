import type { Reply } from "@daybook/domain/contract/contract";
import { expect, test, vi } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { suggestMachine } from "./suggest.machine.ts";

const log = transitionLog(suggestMachine);

const found = (total: number): Reply<"search"> => ({
  total_entries: total,
  page: 1,
  entries: [],
  tags: [],
  corrected_query: null,
});

type Asked = {
  text: string;
  signal: AbortSignal;
  answer: (total: number) => Promise<void>;
  fail: () => Promise<void>;
};

function open() {
  const clock = new SimulatedClock();
  const asked: Asked[] = [];
  const actor = createActor(
    suggestMachine.provide({
      actors: {
        search: fromPromise<Reply<"search">, { text: string }>(
          ({ input, signal }) =>
            new Promise((resolve, reject) => {
              const settled = () => new Promise<void>((done) => setTimeout(done));
              asked.push({
                text: input.text,
                signal,
                answer: (total) => (resolve(found(total)), settled()),
                fail: () => (reject(new Error("down")), settled()),
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
    asked,
    type: (text: string) => actor.send({ type: "text.changed", text }),
    state: () => state().value,
    isBusy: () => state().hasTag("busy"),
    answer: () =>
      state().context.answer && [state().context.answer?.text, state().context.answer?.found.total_entries],
  };
}

test("the server is asked once the fingers rest, for what stands there then", async () => {
  const { clock, asked, type, state, isBusy, answer } = open();
  type("f");
  clock.increment(199);
  type("fi");
  clock.increment(199);
  expect(asked).toHaveLength(0);
  expect(isBusy()).toBe(true);
  clock.increment(1);
  expect(asked.map(({ text }) => text)).toEqual(["fi"]);
  await asked[0]?.answer(2);
  expect([state(), answer()]).toEqual(["shown", ["fi", 2]]);
  expect(isBusy()).toBe(false);
});

test("the next letter calls off what is on its way, and what was found stays until then", async () => {
  const { clock, asked, type, answer } = open();
  type("fi");
  clock.increment(200);
  await asked[0]?.answer(2);
  type("fire");
  clock.increment(200);
  type("fires");
  expect(asked[1]?.signal.aborted).toBe(true);
  await asked[1]?.answer(7);
  expect(answer()).toEqual(["fi", 2]);
  clock.increment(200);
  await asked[2]?.answer(1);
  expect(answer()).toEqual(["fires", 1]);
});

test("a space behind a word asks nothing anew, an empty field forgets", async () => {
  const { clock, asked, type, state, answer } = open();
  type("fire");
  clock.increment(200);
  await asked[0]?.answer(2);
  type("fire ");
  clock.increment(200);
  expect(asked).toHaveLength(1);
  type("  ");
  expect([state(), answer()]).toEqual(["idle", null]);
  type("fire");
  clock.increment(200);
  expect(asked).toHaveLength(2);
});

test("a failure shows nothing that belongs to other words, and the next letter tries again", async () => {
  const { clock, asked, type, state, answer } = open();
  type("fire");
  clock.increment(200);
  await asked[0]?.answer(2);
  type("fires");
  clock.increment(200);
  await asked[1]?.fail();
  expect([state(), answer()]).toEqual(["failed", null]);
  type("fire");
  clock.increment(200);
  await asked[2]?.answer(2);
  expect(state()).toBe("shown");
});

test("without a server it fails instead of waiting for ever", async () => {
  const clock = new SimulatedClock();
  const actor = createActor(suggestMachine, { clock }).start();
  actor.send({ type: "text.changed", text: "fire" });
  clock.increment(200);
  await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("failed"));
});

test("every transition was taken", () => {
  expect(log.missing()).toEqual([]);
});
