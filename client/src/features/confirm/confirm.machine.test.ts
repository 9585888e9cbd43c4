import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { confirmMachine, successMs } from "./confirm.machine.ts";

const log = transitionLog(confirmMachine);
const afterPromises = () => new Promise((resolve) => setImmediate(resolve));
const refusal: ApiFailure = {
  ok: false,
  status: 422,
  code: "invalid",
  message: "No.",
  body: null,
  retryAfter: null,
};

/** @param answers the result of each run of the action; `null` is success */
function startMachine(
  answers: (ApiFailure | null | Error)[],
  { continuesAutomatically = true, isLinkMalformed = false } = {},
) {
  const clock = new SimulatedClock();
  const recorded = { redirects: 0, sentEmails: [] as unknown[] };
  const actor = createActor(
    confirmMachine.provide({
      actors: {
        runAction: fromPromise(async ({ input }) => {
          recorded.sentEmails.push(input?.get("email"));
          const answer = answers.shift() ?? null;
          if (answer instanceof Error) throw answer;
          return answer;
        }),
      },
      actions: { redirect: () => void (recorded.redirects += 1) },
    }),
    { input: { continuesAutomatically, isLinkMalformed }, clock, inspect: log.inspect },
  ).start();
  const confirm = async (email: string) => {
    const fields = new FormData();
    fields.set("email", email);
    actor.send({ type: "confirmed", fields });
    await afterPromises();
  };
  const snapshot = () => actor.getSnapshot();
  return { actor, clock, recorded, confirm, snapshot, state: () => snapshot().value };
}

test("after confirming, the action runs and the page continues after a moment", async () => {
  const { clock, confirm, state, recorded, snapshot } = startMachine([null]);
  expect(state()).toBe("asking");
  await confirm("samuel@example.org");
  expect(recorded.sentEmails).toEqual(["samuel@example.org"]);
  expect(state()).toBe("done");
  clock.increment(successMs - 1);
  expect(recorded.redirects).toBe(0);
  clock.increment(1);
  expect(state()).toBe("redirected");
  expect(snapshot().status).toBe("done");
  expect(recorded.redirects).toBe(1);
});

test("a page that does not continue automatically stays", async () => {
  const { clock, confirm, state } = startMachine([null], { continuesAutomatically: false });
  await confirm("samuel@example.org");
  clock.increment(10 * successMs);
  expect(state()).toBe("done");
});

test("a failure is kept until the next try", async () => {
  const { confirm, snapshot, state, recorded } = startMachine([refusal, null]);
  await confirm("samuel");
  expect(state()).toBe("failed");
  expect(snapshot().context.failure).toEqual(refusal);
  await confirm("samuel@example.org");
  expect(snapshot().context.failure).toBeNull();
  expect(state()).toBe("done");
  expect(recorded.sentEmails).toEqual(["samuel", "samuel@example.org"]);
});

test("when the action throws, the machine fails without an API failure", async () => {
  const { confirm, snapshot, state } = startMachine([new Error("broken")]);
  await confirm("samuel@example.org");
  expect(state()).toBe("failed");
  expect(snapshot().context.failure).toBeNull();
});

test.each([400, 404])(
  "after the answer %i, the link is invalid and the user cannot confirm again",
  async (status) => {
    const { clock, confirm, snapshot, state, recorded } = startMachine([{ ...refusal, status }]);
    await confirm("samuel@example.org");
    expect(state()).toBe("invalidLink");
    expect(snapshot().status).toBe("done");
    clock.increment(10 * successMs);
    expect(recorded.redirects).toBe(0);
  },
);

test("a malformed link is shown as invalid, and confirming it runs nothing", async () => {
  const { confirm, state, recorded } = startMachine([null], { isLinkMalformed: true });
  expect(state()).toBe("invalidLink");
  await confirm("samuel@example.org");
  expect(state()).toBe("invalidLink");
  expect(recorded.sentEmails).toEqual([]);
});

test("confirming twice runs the action once", async () => {
  const { actor, confirm, recorded } = startMachine([null]);
  actor.send({ type: "confirmed", fields: new FormData() });
  await confirm("again@example.org");
  expect(recorded.sentEmails).toEqual([null]);
});

test("without a provided action, confirming fails", async () => {
  const actor = createActor(confirmMachine, {
    input: { continuesAutomatically: true, isLinkMalformed: false },
    clock: new SimulatedClock(),
  });
  actor.start().send({ type: "confirmed", fields: new FormData() });
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("failed");
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
