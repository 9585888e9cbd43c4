// @vitest-environment happy-dom
import type { Plan } from "@daybook/domain/contract/plans";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { createAtom } from "../atom.ts";
import type { Services } from "../services.ts";
import { PurchaseForm } from "./purchase-form.tsx";

const month: Plan = {
  name: "Monthly",
  value: "monthly",
  level: "pro",
  price: 4.99,
  plusPrice: 9.99,
  fullPrice: 4.99,
  fullPlusPrice: 9.99,
  savings: 0,
  plusSavings: 0,
  note: null,
  plusNote: null,
  subscription: 1,
  packageName: "standardmonthly",
  plusPackageName: "proplusmonthly",
};
const year: Plan = {
  ...month,
  name: "1 Year",
  value: "1",
  packageName: "standard",
  plusPackageName: "proplus",
};
const lifetime: Plan = {
  ...month,
  name: "Lifetime",
  value: "lifetime",
  price: null,
  packageName: null,
  plusPackageName: "ProPlusLifetime",
};
const { user } = sampleSession(0);
const quote = {
  price: 19.99,
  credit: 0,
  current_total: 19.99,
  starts_at: "2026-11-22T12:00:00.000Z",
  ends_at: "2027-11-22T12:00:00.000Z",
};

let removeForm = () => Promise.resolve();
afterEach(() => removeForm());

async function showForm(props: Partial<Parameters<typeof PurchaseForm>[0]> = {}) {
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data: quote }) } as unknown as Api;
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const { remove } = await renderForTest(
    <PurchaseForm
      plans={[month, year, lifetime]}
      user={user}
      source="billing"
      startsWithYear={false}
      onPaid={() => {}}
      {...props}
    />,
    { api, settings },
  );
  removeForm = remove;
  await act(async () => {});
}

const labelsOf = (radios: Iterable<Element>) =>
  [...radios].map((radio) => radio.closest("label")?.textContent);

test("the plans of each tier are together", async () => {
  await showForm();
  expect(labelsOf(document.querySelectorAll("input[type=radio]"))).toEqual([
    "PRO, Monthly: $4.99",
    "PRO, 1 Year: $4.99",
    "PRO plus, Monthly: $9.99",
    "PRO plus, 1 Year: $9.99",
    "PRO plus, Lifetime: $9.99",
  ]);
  expect(document.querySelector("input:checked")).toBeNull();
});

test("the year is chosen and priced when the link asks for it", async () => {
  await showForm({ startsWithYear: true });
  expect(labelsOf(document.querySelectorAll("input:checked"))).toEqual(["PRO, 1 Year: $4.99"]);
  expect(document.body.textContent).toContain("Pay $19.99");
});
