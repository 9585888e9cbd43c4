import { expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { sampleFailure } from "../testing/sample-failure.ts";
import type { PlanChoice, Submission } from "./purchase-types.ts";
import { purchaseMachine } from "./purchase.machine.ts";
import {
  missingTransitions,
  afterPromises,
  year,
  plus,
  price,
  declined,
  noAnswer,
  paymentUnknown,
  priceChanged,
  startMachine,
} from "./testing/purchase-machine-harness.ts";

const keysOf = (submissions: readonly (Submission | null)[]) =>
  submissions.map((submission) => submission?.key);

test("a plan is chosen, priced and paid, and a session with the plan is opened", async () => {
  const { choose, pay, state, recorded } = startMachine([]);
  expect(state()).toBe("choosing");
  await choose(year);
  expect(state()).toBe("reviewing");
  await pay("a");
  expect(state()).toBe("paid");
  expect(recorded.submissions).toEqual([
    {
      choice: year,
      total: 19.99,
      startsAt: price.starts_at,
      promoCode: null,
      payWith: { nonce: "nonce of a" },
      userId: 7,
      key: "a",
    },
  ]);
  expect(recorded.openedSessions).toBe(1);
  await choose(plus);
  expect(state()).toBe("reviewing");
});

test("another plan may be chosen before paying, also while the price is loading", async () => {
  const { actor, choose, snapshot, recorded } = startMachine([]);
  actor.send({ type: "plan.chosen", choice: year });
  await choose(plus);
  await choose(year);
  expect(recorded.priced).toEqual(["standard", "proplus", "standard"]);
  expect(snapshot().context.choice).toEqual(year);
});

test.each([[sampleFailure(422, "invalid")], [new Error("broken")]])(
  "when the price cannot be loaded, the user chooses a plan again",
  async (answer) => {
    const { choose, state } = startMachine([answer]);
    await choose(year);
    expect(state()).toBe("choosing");
  },
);

test("a declined card leads back to the form, and the next try is another purchase", async () => {
  const { choose, pay, snapshot, state, recorded } = startMachine([], [declined]);
  await choose(year);
  await pay("a");
  expect(state()).toBe("reviewing");
  expect(snapshot().context.failure).toEqual(declined);
  await pay("b");
  expect(state()).toBe("paid");
  expect(snapshot().context.failure).toBeNull();
  expect(keysOf(recorded.submissions)).toEqual(["a", "b"]);
});

test("without an answer the same purchase is sent again after 2, 4 and 6 seconds", async () => {
  const { choose, pay, pass, again, state, recorded } = startMachine([], Array(5).fill(noAnswer));
  await choose(year);
  await pay("a");
  for (const [index, delay] of [2_000, 4_000, 6_000].entries()) {
    expect(state()).toBe("waiting");
    await pass(delay - 1);
    expect(recorded.submissions).toHaveLength(index + 1);
    await pass(1);
    expect(recorded.submissions).toHaveLength(index + 2);
  }
  expect(state()).toBe("unknown");
  expect(recorded.missingAnswers).toBe(1);
  await pass(600_000);
  expect(state()).toBe("unknown");
  await again();
  expect(state()).toBe("unknown");
  await again();
  expect(state()).toBe("paid");
  expect(keysOf(recorded.submissions)).toEqual(Array(6).fill("a"));
  expect([recorded.notedPurchases, recorded.openedSessions]).toEqual([1, 1]);
});

test.each([
  [30_000, 30_000],
  [3_600_000, 60_000],
])(
  "when the server asks to retry after %d ms, the purchase is sent again after %d ms",
  async (retryAfter, delay) => {
    const { choose, pay, pass, state } = startMachine([], [{ ...paymentUnknown, retryAfter }]);
    await choose(year);
    await pay("a");
    await pass(delay - 1);
    expect(state()).toBe("waiting");
    await pass(1);
    expect(state()).toBe("paid");
  },
);

test("while an answer is missing, nothing else can be bought, and the user may send the purchase again immediately", async () => {
  const { choose, pay, again, state, recorded } = startMachine([], [paymentUnknown]);
  await choose(year);
  await pay("a");
  await pay("b");
  await choose(plus);
  expect(state()).toBe("waiting");
  await again();
  expect(state()).toBe("paid");
  expect(keysOf(recorded.submissions)).toEqual(["a", "a"]);
});

test("a refused repeat leads back to the form, and the repeats of the next purchase are counted from zero", async () => {
  const answers = [noAnswer, declined, noAnswer, noAnswer, noAnswer];
  const { choose, pay, again, snapshot, state, recorded } = startMachine([], answers);
  await choose(year);
  await pay("a");
  await again();
  expect(state()).toBe("reviewing");
  expect(snapshot().context.failure).toEqual(declined);
  await pay("b");
  await again();
  await again();
  expect(state()).toBe("waiting");
  await again();
  expect(state()).toBe("paid");
  expect(keysOf(recorded.submissions)).toEqual(["a", "a", "b", "b", "b", "b"]);
});

test("a visitor's wrong password leads back to the form, and all repeats of a purchase have the same password", async () => {
  const visitorChoice: PlanChoice = { ...year, call: "goProLoggedOut" };
  const answers = [sampleFailure(422, "wrong_credentials"), noAnswer, paymentUnknown];
  const { actor, choose, again, snapshot, state, recorded } = startMachine([], answers);
  const payAs = async (password: string, key: string) => {
    const visitor = { email: "ann@example.org", plain_password: password };
    actor.send({ type: "pay", payment: { payWith: { nonce: "n" }, userId: null, key, visitor } });
    await afterPromises();
  };
  await choose(visitorChoice);
  await payAs("wrong", "a");
  expect(state()).toBe("reviewing");
  expect(snapshot().context.failure?.code).toBe("wrong_credentials");
  await payAs("right", "b");
  await again();
  await again();
  expect(state()).toBe("paid");
  expect(snapshot().context.submission).toBeNull();
  expect(recorded.openedSessions).toBe(1);
  const sent = recorded.submissions.map((submission) => [
    submission?.key,
    submission?.visitor?.plain_password,
  ]);
  expect(sent).toEqual([
    ["a", "wrong"],
    ["b", "right"],
    ["b", "right"],
    ["b", "right"],
  ]);
});

test("when the payment call fails unexpectedly, the user may send the purchase again", async () => {
  const { choose, pay, again, state } = startMachine([], [new Error("broken")]);
  await choose(year);
  await pay("a");
  expect(state()).toBe("unknown");
  await again();
  expect(state()).toBe("paid");
});

const startChanged = sampleFailure(422, "invalid", { starts_at: "Your plan has changed." });

test.each([
  ["the price", priceChanged],
  ["the start of the plan", startChanged],
])("when %s has changed, the new offer is shown before the user pays", async (_, refusal) => {
  const { choose, pay, snapshot, state } = startMachine(
    [price, { ...price, current_total: 9.99 }],
    [refusal],
  );
  await choose(year);
  await pay("a");
  expect(state()).toBe("reviewing");
  expect(snapshot().context.price?.current_total).toBe(9.99);
  expect(snapshot().context.failure).toEqual(refusal);
});

test("when the offer changes, its price is loaded again, and the reason of the earlier refusal stays", async () => {
  const { actor, choose, pay, snapshot, state, recorded } = startMachine([], [declined]);
  await choose(plus);
  await pay("a");
  const conversion = { ...plus, call: "proPlusConversion" as const };
  actor.send({ type: "offer.changed", choice: conversion });
  await afterPromises();
  expect(state()).toBe("reviewing");
  expect(snapshot().context.failure).toEqual(declined);
  await pay("b");
  expect(recorded.priced).toHaveLength(2);
  expect(recorded.submissions.at(-1)?.choice).toEqual(conversion);
});

test("paying twice before the answer sends one purchase", async () => {
  const { actor, choose, pay, recorded } = startMachine([]);
  await choose(year);
  actor.send({ type: "pay", payment: { payWith: { nonce: "n" }, userId: 7, key: "a" } });
  await pay("b");
  expect(recorded.submissions).toHaveLength(1);
});

test("without provided actors, the price cannot be loaded, so the user chooses a plan again", async () => {
  const actor = createActor(purchaseMachine, { clock: new SimulatedClock() }).start();
  actor.send({ type: "plan.chosen", choice: year });
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("choosing");
});

test("the tests above take every transition that is not about a promo code", () => {
  expect(missingTransitions("others")).toEqual([]);
});
