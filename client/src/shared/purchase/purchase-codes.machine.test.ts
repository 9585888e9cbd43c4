import { expect, test } from "vitest";
import {
  codeRefused,
  discount,
  missingTransitions,
  noAnswer,
  plus,
  price,
  startMachine,
  year,
} from "./testing/purchase-machine-harness.ts";

test("a promo code is checked for the plan, and is sent with the purchase and all its repeats", async () => {
  const { choose, enterCode, pay, again, snapshot, state, recorded } = startMachine([], [noAnswer]);
  await choose(year);
  await enterCode("spring26");
  expect(state()).toBe("reviewing");
  expect(snapshot().context.discount).toEqual(discount);
  await choose(plus);
  expect(recorded.checked).toEqual([
    ["standard", "spring26"],
    ["proplus", "spring26"],
  ]);
  await pay("a");
  await again();
  const submission = {
    choice: plus,
    total: 9.99,
    startsAt: price.starts_at,
    promoCode: "SPRING26",
    payWith: { nonce: "nonce of a" },
    userId: 7,
    key: "a",
  };
  expect(recorded.submissions).toEqual([submission, submission]);
  expect(state()).toBe("paid");
  expect(snapshot().context.code).toBeNull();
});

test("a code that is entered before the price is loaded is checked when the price is known", async () => {
  const { actor, choose, enterCode, recorded, state } = startMachine([]);
  await enterCode("early");
  expect(state()).toBe("choosing");
  actor.send({ type: "plan.chosen", choice: year });
  await enterCode("later");
  expect(recorded.checked).toEqual([["standard", "later"]]);
  actor.send({ type: "code.entered", code: "again" });
  await choose(plus);
  expect(state()).toBe("reviewing");
  expect(recorded.checked.at(-1)).toEqual(["proplus", "again"]);
});

test("a refused code can be replaced, and after a code is removed the full price is paid", async () => {
  const { actor, choose, enterCode, pay, snapshot, recorded } = startMachine([], [], [codeRefused]);
  await choose(year);
  await enterCode("wrong");
  expect(snapshot().context).toMatchObject({ code: "wrong", codeFailure: codeRefused, discount: null });
  await enterCode("SPRING26");
  expect(snapshot().context).toMatchObject({ codeFailure: null, discount });
  actor.send({ type: "code.removed" });
  expect(snapshot().context).toMatchObject({ code: null, codeFailure: null, discount: null });
  await pay("a");
  expect(recorded.submissions).toMatchObject([{ total: 19.99, promoCode: null }]);
});

test("a code that is removed before its check has ended is not applied", async () => {
  const { actor, choose, enterCode, snapshot, state, recorded } = startMachine([]);
  await enterCode("early");
  actor.send({ type: "code.removed" });
  actor.send({ type: "plan.chosen", choice: year });
  actor.send({ type: "code.entered", code: "later" });
  actor.send({ type: "code.removed" });
  await choose(year);
  expect([state(), recorded.checked]).toEqual(["reviewing", []]);
  actor.send({ type: "code.entered", code: "SPRING26" });
  expect(state()).toBe("checkingCode");
  actor.send({ type: "code.removed" });
  await enterCode("SPRING26");
  expect(recorded.checked).toHaveLength(2);
  actor.send({ type: "code.removed" });
  expect(snapshot().context).toMatchObject({ code: null, discount: null });
});

test("a code that was used up after its check is checked again and refused", async () => {
  const { choose, enterCode, pay, snapshot, state } = startMachine(
    [],
    [codeRefused],
    [discount, codeRefused],
  );
  await choose(year);
  await enterCode("SPRING26");
  await pay("a");
  expect(state()).toBe("reviewing");
  expect(snapshot().context).toMatchObject({
    failure: codeRefused,
    codeFailure: codeRefused,
    discount: null,
  });
});

test("a check that fails unexpectedly leads back to the form without the code", async () => {
  const { choose, enterCode, snapshot, state } = startMachine([], [], [new Error("broken")]);
  await choose(year);
  await enterCode("SPRING26");
  expect(state()).toBe("reviewing");
  expect(snapshot().context.code).toBeNull();
});

test("the tests above take every transition that is about a promo code", () => {
  expect(missingTransitions("codes")).toEqual([]);
});
