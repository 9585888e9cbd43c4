// @vitest-environment happy-dom
import type { Order } from "@daybook/domain/contract/account";
import { act } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { ReceiptPage } from "./receipt-page.tsx";

const order: Order = {
  id: 7,
  description: "PRO plus, 1 Year",
  amount: 39.96,
  currency: "USD",
  created_at: "2026-11-22T12:00:00.000Z",
  card_last_four: "1881",
  credit: 10.03,
  ends_at: null,
  test_mode: false,
  refunded: 0,
};

async function readReceipt(orderId: string, changes: Partial<Order> = {}): Promise<string> {
  const data = { orders: [{ order: { ...order, ...changes } }] };
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data }) } as unknown as Api;
  const now = Date.parse("2026-11-23T12:00:00.000Z");
  const session = sampleSession(now + 40 * 86_400_000);
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const { remove } = await renderForTest(
    <MemoryRouter initialEntries={[`/orders/${orderId}`]}>
      <Routes>
        <Route path="/orders/:orderId" element={<ReceiptPage />} />
      </Routes>
    </MemoryRouter>,
    { api, settings, sessionActor },
  );
  await act(async () => {});
  const text = document.body.textContent;
  await remove();
  sessionActor.stop();
  return text;
}

test("a receipt says who bought what, what was deducted, and what was paid", async () => {
  const text = await readReceipt("7");
  for (const part of [
    "Order number7",
    "Customersamuel@example.org",
    "PRO plus, 1 Year",
    "Price$49.99",
    "−$10.03",
    "Card ending in 1881",
    "Paid untilFor life",
  ])
    expect(text).toContain(part);
  expect(text).toContain("Total paid$39.96 USD");
  expect(text).not.toContain("Paid back");
});

test("the receipt of a refunded order shows the refund, and no end of the paid time", async () => {
  const text = await readReceipt("7", { refunded: 39.96 });
  expect(text).toContain("Paid back$39.96");
  expect(text).not.toContain("Paid until");
});

test("the page of an unknown order says that there is no such order", async () => {
  expect(await readReceipt("8")).toContain("There is no such order in your account.");
});
