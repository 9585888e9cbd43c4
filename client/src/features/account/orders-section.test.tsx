// @vitest-environment happy-dom
import type { Order } from "@daybook/domain/contract/account";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { testServer } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { OrderTable } from "./orders-section.tsx";

const order: Order = {
  id: 890_962_217_547_201,
  description: "PRO, 1 Year",
  amount: 19.99,
  currency: "USD",
  created_at: "2026-11-22T12:00:00.000Z",
  card_last_four: "1881",
  credit: 0,
  ends_at: "2027-11-22T12:00:00.000Z",
  test_mode: false,
  refunded: 0,
};

const Orders = (props: { orders: readonly Order[] }) => (
  <MemoryRouter>
    <OrderTable {...props} />
  </MemoryRouter>
);

test("a row shows an order's number, price and card, a refund, and that nobody was charged in test mode", async () => {
  const { api } = testServer();
  const services = { api, settings: new SettingsStore(api), stores: null };
  const { remove, show } = await renderForTest(<Orders orders={[order]} />, services);
  const cells = () => [...document.querySelectorAll("tbody th, tbody td")].map((cell) => cell.textContent);
  expect(cells()).toEqual([
    "PRO, 1 YearNo. 890962217547201Receipt",
    expect.stringContaining("2026"),
    "$19.99Card ending in 1881",
  ]);
  await show(<Orders orders={[{ ...order, card_last_four: null, test_mode: true }]} />);
  expect(cells()[2]).toBe("$19.99Test mode: nobody was charged");
  await show(<Orders orders={[{ ...order, refunded: 19.99 }]} />);
  expect(cells()[2]).toContain("$19.99 paid back");
  await remove();
});
