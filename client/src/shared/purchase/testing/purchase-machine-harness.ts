import type { Session } from "@daybook/domain/contract/sessions";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../api-client.ts";
import { sampleFailure } from "../../testing/sample-failure.ts";
import { transitionLog } from "../../testing/transition-log.ts";
import type { Discount, PlanChoice, Price, Submission } from "../purchase-types.ts";
import { purchaseMachine } from "../purchase.machine.ts";

/** Records which transitions the tests took. */
const log = transitionLog(purchaseMachine);

/** The transitions that the tests of a file did not take: those about a promo code, or all others. Each part has its own test file. */
export const missingTransitions = (part: "codes" | "others"): string[] =>
  log.missing().filter((name) => /code/i.test(name) === (part === "codes"));

export const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

export const year: PlanChoice = {
  call: "goProLoggedIn",
  packageName: "standard",
  subscription: 1,
  level: "pro",
};
export const plus: PlanChoice = {
  call: "goProLoggedIn",
  packageName: "proplus",
  subscription: 1,
  level: "plus",
};
export const price: Price = {
  price: 19.99,
  credit: 0,
  current_total: 19.99,
  starts_at: "2026-11-22T12:00:00.000Z",
  ends_at: "2027-11-22T12:00:00.000Z",
};
const session = { user: { id: 7 } } as Session;

export const declined = sampleFailure(422, "declined");
export const noAnswer = sampleFailure(0, "network");
export const paymentUnknown = sampleFailure(503, "payment_unknown");
export const priceChanged = sampleFailure(422, "invalid", { current_total: "The price has changed." });

export const discount: Discount = {
  promo_code: "SPRING26",
  price: 19.99,
  current_total: 9.99,
  discount: 10,
  promotion: null,
};
export const codeRefused = sampleFailure(422, "invalid_promo_code", { promo_code: "There is no such code." });

type CodeAnswer = Discount | ApiFailure | Error;
type PriceAnswer = Price | ApiFailure | Error;
type PayAnswer = "paid" | ApiFailure | Error;

/** Starts the machine on a simulated clock, with the answers of the server in their order. Later calls succeed. */
export function startMachine(
  priceAnswers: PriceAnswer[],
  payAnswers: PayAnswer[] = [],
  codeAnswers: CodeAnswer[] = [],
) {
  const recorded = {
    submissions: [] as (Submission | null)[],
    priced: [] as unknown[],
    checked: [] as unknown[],
    openedSessions: 0,
    notedPurchases: 0,
    missingAnswers: 0,
  };
  const clock = new SimulatedClock();
  const actor = createActor(
    purchaseMachine.provide({
      actors: {
        loadPrice: fromPromise(async ({ input }) => {
          recorded.priced.push(input?.packageName);
          const answer = priceAnswers.shift() ?? price;
          if (answer instanceof Error) throw answer;
          return "ok" in answer ? answer : { ok: true as const, status: 200, data: answer };
        }),
        checkCode: fromPromise(async ({ input: { choice, code } }) => {
          recorded.checked.push([choice?.packageName, code]);
          const answer = codeAnswers.shift() ?? discount;
          if (answer instanceof Error) throw answer;
          return "ok" in answer ? answer : { ok: true as const, status: 200, data: answer };
        }),
        pay: fromPromise(async ({ input }) => {
          recorded.submissions.push(input);
          const answer = payAnswers.shift() ?? "paid";
          if (answer instanceof Error) throw answer;
          return answer === "paid" ? { ok: true as const, session } : answer;
        }),
      },
      actions: {
        "open session": () => void (recorded.openedSessions += 1),
        "note purchase": () => void (recorded.notedPurchases += 1),
        "note missing answer": () => void (recorded.missingAnswers += 1),
      },
    }),
    { clock, inspect: log.inspect },
  ).start();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await afterPromises();
  };
  const snapshot = () => actor.getSnapshot();
  return {
    actor,
    recorded,
    snapshot,
    state: () => snapshot().value,
    choose: (choice: PlanChoice) => send({ type: "plan.chosen", choice }),
    pay: (key: string) =>
      send({ type: "pay", payment: { payWith: { nonce: `nonce of ${key}` }, userId: 7, key } }),
    enterCode: (code: string) => send({ type: "code.entered", code }),
    /** moves the clock forward, and waits for the calls that this starts */
    pass: async (ms: number) => {
      clock.increment(ms);
      await afterPromises();
    },
    again: () => send({ type: "again" }),
  };
}
