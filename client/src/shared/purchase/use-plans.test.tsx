// @vitest-environment happy-dom
import type { Reply } from "@daybook/domain/contract/contract";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Api } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { samplePlan } from "../testing/sample-plan.ts";
import { usePlans } from "./use-plans.ts";

const now = Date.parse("2026-08-31T12:00:00.000Z");
const day = 86_400_000;

let remove = () => Promise.resolve();
beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(async () => {
  await remove();
  vi.useRealTimers();
});

function Price() {
  const { data } = usePlans("visitor");
  return data?.plans.map(({ plan }) => plan.price).join();
}

/** Shows the price of a plan that is in a sale until `endsAt`, on a device whose clock is wrong by `clockError` milliseconds. */
async function showPrice(endsAt: number, clockError = 0) {
  let calls = 0;
  const call = async () => {
    calls++;
    const isSale = Date.now() < endsAt;
    const promotion = isSale ? { ends_at: new Date(endsAt).toISOString() } : null;
    const data = { plans: [{ plan: { ...samplePlan, price: isSale ? 9.99 : 19.99 } }], promotion };
    return { ok: true, status: 200, data: data as Reply<"listPlans"> };
  };
  const rendered = await renderForTest(<Price />, {
    api: { call } as unknown as Api,
    clock: { now: () => Date.now() + clockError },
  });
  remove = rendered.remove;
  await act(async () => {});
  return { text: () => document.body.textContent, calls: () => calls };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("plans are loaded again when their sale ends", async () => {
  const { text, calls } = await showPrice(now + day);
  await pass(day - 1);
  expect([text(), calls()]).toEqual(["9.99", 1]);
  await pass(5_000);
  expect([text(), calls()]).toEqual(["19.99", 2]);
  await pass(day);
  expect(calls()).toBe(2);
});

test.each([
  ["5 seconds", 5_000],
  ["an hour", 3_600_000],
])(
  "on a device whose clock is %s ahead, the old price is shown for at most 30 seconds after the end of a sale",
  async (_, clockError) => {
    const { text, calls } = await showPrice(now + day, clockError);
    await pass(day - 1);
    expect(text()).toBe("9.99");
    await pass(30_000);
    expect(text()).toBe("19.99");
    const callsAtEnd = calls();
    await pass(day);
    expect(calls()).toBe(callsAtEnd);
  },
);

test("plans are not loaded again for a sale whose end is months away", async () => {
  const { calls } = await showPrice(now + 90 * day);
  await pass(day);
  expect(calls()).toBe(1);
});
