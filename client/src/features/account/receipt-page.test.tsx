// @vitest-environment happy-dom
import type { Order } from "@daybook/domain/contract/account";
import { act } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
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
  refunded: 39.96,
};

async function readReceipt(orderId: string): Promise<string> {
  const data = { orders: [{ order }] };
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data }) } as unknown as Api;
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const { remove } = await renderForTest(
    <MemoryRouter initialEntries={[`/orders/${orderId}`]}>
      <Routes>
        <Route path="/orders/:orderId" element={<ReceiptPage />} />
      </Routes>
    </MemoryRouter>,
    { api, settings },
  );
  await act(async () => {});
  const text = document.body.textContent;
  await remove();
  return text;
}

test("a receipt says what was bought, deducted, paid and paid back", async () => {
  const text = await readReceipt("7");
  for (const part of ["Order number7", "Price$49.99", "−$10.03", "Card ending in 1881", "Paid untilFor life"])
    expect(text).toContain(part);
  expect(text).toContain("Total paid$39.96 USD");
  expect(text).toContain("Paid back later$39.96");
});

test("an order of somebody else has no receipt", async () => {
  expect(await readReceipt("8")).toContain("There is no such order in your account.");
});
