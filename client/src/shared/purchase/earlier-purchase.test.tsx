// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../api-client.ts";
import { createAtom } from "../atom.ts";
import type { Services } from "../services.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { EarlierPurchase } from "./earlier-purchase.tsx";
import { openPurchase } from "./open-purchase.ts";

const now = Date.parse("2026-11-22T12:00:00.000Z");
const minute = 60_000;

let remove = () => Promise.resolve();
afterEach(async () => {
  await remove();
  openPurchase.forget();
});

/** @param orders when the orders were made; `null` when they cannot be loaded */
async function show(userId: number | null, orders: number[] | null) {
  const events: unknown[] = [];
  const list = (orders ?? []).map((at) => ({
    order: { description: "PRO, 1 Year", created_at: new Date(at).toISOString() },
  }));
  const call = (name: string) => {
    if (name === "listOrders" && !orders) return Promise.resolve({ ok: false, status: 503 });
    const data = name === "listOrders" ? { orders: list } : sampleSession(now);
    return Promise.resolve({ ok: true, status: 200, data });
  };
  const rendered = await renderForTest(<EarlierPurchase userId={userId} />, {
    api: { call } as unknown as Api,
    clock: { now: () => now },
    sessionActor: {
      send: (event: unknown) => void events.push(event),
    } as unknown as Services["sessionActor"],
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  });
  remove = rendered.remove;
  await act(async () => {});
  return { events, text: document.body.textContent };
}

test("without an earlier purchase nothing is said or asked", async () => {
  expect(await show(7, [now])).toEqual({ events: [], text: "" });
});

test("a purchase that went through is told, and the session gets its plan", async () => {
  openPurchase.note({ userId: 7, startedAt: now - minute });
  const { events, text } = await show(7, [now - minute / 2, now - 90 * minute]);
  expect(text).toContain("Your earlier payment went through: you bought PRO, 1 Year.");
  expect(events).toHaveLength(1);
  expect(openPurchase.find(7, now)).toBeNull();
});

test.each([[[now - 90 * minute]], [null]])("an order of before is not taken for it: %j", async (orders) => {
  openPurchase.note({ userId: 7, startedAt: now - 5 * minute });
  const { events, text } = await show(7, orders);
  expect(text).toContain("We have no answer yet about the payment that you began on");
  expect(events).toEqual([]);
  expect(openPurchase.find(7, now)).not.toBeNull();
});

test("after twenty minutes without an order the plan may be bought again", async () => {
  openPurchase.note({ userId: 7, startedAt: now - 21 * minute });
  expect((await show(7, [])).text).toContain("We found no charge for the payment");
  expect(openPurchase.find(7, now)).toBeNull();
});

test("a visitor is told how to find out, and finds out after the log-in", async () => {
  openPurchase.note({ userId: null, startedAt: now - minute });
  expect((await show(null, null)).text).toContain("If it went through, your account has its plan now");
  await remove();
  expect((await show(7, [now - minute])).text).toContain("Your earlier payment went through");
});
