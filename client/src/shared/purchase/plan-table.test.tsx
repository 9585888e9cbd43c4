// @vitest-environment happy-dom
import type { Plan } from "@daybook/domain/contract/plans";
import { expect, test } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { testServer } from "../testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { PlanTable } from "./plan-table.tsx";
import { samplePlan } from "../testing/sample-plan.ts";

const year: Plan = { ...samplePlan, price: 9.99, savings: 10, plusNote: "only $4.16 / month!" };
const lifetime: Plan = { ...year, name: "Lifetime", value: "lifetime", price: null, fullPrice: null };
const sale = {
  id: "summer-2026",
  name: "Summer Sale",
  kind: "summer" as const,
  percent: 50,
  extra_months: 0,
  ends_at: "2026-09-01T00:00:00.000Z",
  promo_code: null,
};

test("a full price is struck through only when it is reduced, and the end of the sale is shown", async () => {
  const { api } = testServer();
  const services = { api, settings: new SettingsStore(api), stores: null };
  const { remove, show } = await renderForTest(
    <PlanTable plans={[year, lifetime]} promotion={sale} />,
    services,
  );
  const cells = () => [...document.querySelectorAll("td")].map((cell) => cell.textContent);
  expect(cells()).toEqual([
    "Full price$19.99 now$9.99",
    "$49.99only $4.16 / month!",
    "–Only in PRO plus",
    "$49.99only $4.16 / month!",
  ]);
  expect([...document.querySelectorAll("s")].map((price) => price.textContent)).toEqual(["$19.99"]);
  expect(document.body.textContent).toMatch(/Summer Sale: 50 percent off yearly plans\. It ends on .*2026/);
  await show(<PlanTable plans={[{ ...year, price: 19.99 }]} promotion={null} />);
  expect(document.querySelector("s")).toBeNull();
  expect(document.body.textContent).not.toContain("Sale");
  await remove();
});
