// @vitest-environment happy-dom
import type { Plan } from "@daybook/domain/contract/plans";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { createAtom } from "../atom.ts";
import type { Services } from "../services.ts";
import { openPurchase } from "./open-purchase.ts";
import { PurchaseForm } from "./purchase-form.tsx";
import { purchaseText } from "./purchase-text.ts";
import { samplePlan } from "../testing/sample-plan.ts";

const month: Plan = {
  ...samplePlan,
  name: "Monthly",
  value: "monthly",
  price: 4.99,
  plusPrice: 9.99,
  fullPrice: 4.99,
  fullPlusPrice: 9.99,
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

const discount = { promo_code: "SPRING26", price: 19.99, current_total: 9.99, discount: 10, promotion: null };
const refusal = {
  ok: false,
  status: 422,
  code: "invalid_promo_code",
  message: "Check the promo code.",
  fields: { promo_code: "There is no such code." },
};

const member = {
  ...user,
  is_pro: true,
  pro_membership: {
    package_name: "standard",
    subscription_length: 1,
    expires_at: "2027-11-22T12:00:00.000Z",
    auto_renew: false,
  },
};

let removeForm = () => Promise.resolve();
afterEach(async () => {
  await removeForm();
  openPurchase.forget();
});

type FormProps = Partial<Parameters<typeof PurchaseForm>[0]>;

/** @param answers replies that differ from the usual ones, by the name of the call */
async function showForm(props: FormProps = {}, answers: Record<string, unknown> = {}) {
  const purchases: unknown[] = [];
  const quotes: unknown[] = [];
  const call = (name: string, input: { body?: { promo_code?: string } }) => {
    if (name === "goProLoggedIn" || name === "manualRenew") purchases.push(input);
    if (name === "getProRatedPrice") quotes.push(input);
    if (name === "validatePromoCode" && input.body?.promo_code !== "SPRING26")
      return Promise.resolve(refusal);
    if (answers[name]) return Promise.resolve(answers[name]);
    const data =
      {
        validatePromoCode: discount,
        listPaymentMethods: { payment_methods: [] },
        getBilling: { billing: { auto_renew: false } },
      }[name] ?? quote;
    return Promise.resolve({ ok: true, status: 200, data });
  };
  const api = { call } as unknown as Api;
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const analytics = { track: () => {} };
  const sessionActor = {
    send: () => {},
    getSnapshot: () => ({ context: { session: null } }),
  } as unknown as Services["sessionActor"];
  const clock = { now: () => Date.parse("2026-11-22T12:00:00.000Z") };
  const formWith = (changes: FormProps) => (
    <MemoryRouter>
      <PurchaseForm
        plans={[month, year, lifetime]}
        user={user}
        source="billing"
        startsWithYear={false}
        promoCode=""
        onPaid={() => {}}
        {...changes}
      />
    </MemoryRouter>
  );
  const form = await renderForTest(formWith(props), { api, settings, analytics, sessionActor, clock });
  removeForm = form.remove;
  await act(async () => {});
  const field = (label: string) => {
    const id = [...document.querySelectorAll("label")].find(
      ({ textContent }) => textContent === label,
    )?.htmlFor;
    return document.getElementById(id ?? "") as HTMLInputElement;
  };
  return {
    purchases,
    quotes,
    show: (changes: FormProps) => form.show(formWith(changes)),
    field,
    type: async (label: string, text: string) => {
      field(label).focus();
      await form.type(text);
    },
    click: (name: string) => act(async () => form.button(name).click()),
  };
}

const codeLabel = "Promo code (optional)";
const cardLabel = "Test card number";

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

test("a promotion page sells only the year", async () => {
  await showForm({ onlyYear: true });
  expect(document.querySelector("input[type=radio]")).toBeNull();
  expect(document.body.textContent).toContain("Pay $19.99");
});

test("with a plan for life, no plan is chosen", async () => {
  const proMembership = {
    package_name: "ProPlusLifetime",
    subscription_length: 1,
    expires_at: null,
    auto_renew: false,
  };
  const owner = { ...user, is_pro: true, is_pro_plus: true, pro_membership: proMembership };
  await showForm({ user: owner, onlyYear: true });
  expect(document.body.textContent).toContain("Your plan is for life.");
  expect(document.body.textContent).not.toContain("Pay");
});

test("the code in a link is filled in and checked, and the form shows price, discount and total", async () => {
  const { field, click, type, purchases } = await showForm({ promoCode: "SPRING26" });
  expect(field(codeLabel).value).toBe("SPRING26");
  const { textContent } = document.body;
  expect(textContent).toContain("SPRING26 takes off $10.00.");
  expect(document.querySelector("dl")?.textContent).toMatch(
    /^Price\$19\.99Promo code SPRING26−\$10\.00.*You pay\$9\.99$/,
  );
  await type(cardLabel, "4111111111111111");
  await click("Pay $9.99");
  expect(purchases).toMatchObject([{ params: { promoCode: "SPRING26" }, body: { current_total: 9.99 } }]);
});

test("a wrong code says so, keeps everything that was typed, and does not charge the full price", async () => {
  const { field, click, type, purchases } = await showForm({ startsWithYear: true });
  await type(cardLabel, "4111111111111111");
  await type(codeLabel, "SPRING27");
  await click("Pay $19.99");
  expect(document.body.textContent).toContain("There is no such code.");
  expect(document.activeElement).toBe(field(codeLabel));
  await click("Pay $19.99");
  expect(purchases).toEqual([]);
  expect(field(codeLabel).value).toBe("SPRING27");
  expect(field(cardLabel).value).toBe("4111111111111111");
});

test("a plan that costs nothing asks for no card", async () => {
  const freeYear = { ...discount, current_total: 0, discount: 19.99 };
  const { click, purchases } = await showForm(
    {
      startsWithYear: true,
      promoCode: "SPRING26",
    },
    { validatePromoCode: { ok: true, status: 200, data: freeYear } },
  );
  expect(document.body.textContent).not.toContain(cardLabel);
  await click("Get this plan");
  expect(purchases).toHaveLength(1);
  expect(purchases).toMatchObject([{ body: { current_total: 0 } }]);
  expect(JSON.stringify(purchases)).not.toContain("payment_method");
});

test("a code can be removed", async () => {
  const { field, click } = await showForm({ promoCode: "SPRING26" });
  await click("Remove");
  expect(field(codeLabel).value).toBe("");
  expect(document.body.textContent).toContain("Pay $19.99");
});

test("a plan that is bought in another tab changes the price that is shown, and nothing is paid by the old one", async () => {
  const { show, click, type, quotes, purchases } = await showForm({ user: member, startsWithYear: true });
  await type(cardLabel, "4111111111111111");
  const quotesBefore = quotes.length;
  const renewed = { ...member.pro_membership, expires_at: "2028-11-22T12:00:00.000Z" };
  await show({ user: { ...member, pro_membership: renewed }, startsWithYear: true });
  expect(quotes.length).toBeGreaterThan(quotesBefore);
  await click("Pay $19.99");
  expect(purchases).toMatchObject([{ body: { starts_at: quote.starts_at, current_total: 19.99 } }]);
});

const { renewal } = purchaseText;
const renewing = { ok: true, status: 200, data: { billing: { auto_renew: true } } };
const endless = { ok: true, status: 200, data: { ...quote, ends_at: null } };

test.each([
  ["a first plan", {}, {}, renewal.off],
  ["automatic renewal that is off", { user: member }, {}, renewal.off],
  // It was turned on elsewhere: the session does not know it yet.
  ["automatic renewal that is on", { user: member }, { getBilling: renewing }, renewal.on],
  ["a plan for life", { user: member }, { getProRatedPrice: endless }, renewal.forLife],
])("next to the button is whether the plan is charged again: %s", async (_, props, answers, sentence) => {
  await showForm({ ...props, startsWithYear: true }, answers);
  const sentences = Object.values(renewal).filter((text) => text !== renewal.billing);
  const { textContent } = document.body;
  expect(sentences.filter((text) => textContent.includes(text))).toEqual([sentence]);
});

test("outside Plans & Billing, the note about renewal leads there", async () => {
  await showForm({ user: member, startsWithYear: true, source: "renew_page" });
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/account/billing");
});

test("without a plan, the form says so and moves the focus to the plans", async () => {
  await showForm();
  await act(async () => document.querySelector("form")!.requestSubmit());
  expect(document.querySelector("[role=alert]")?.textContent).toBe(purchaseText.notChosen);
  expect(document.activeElement).toBe(document.querySelector("input[type=radio]"));
  await act(async () => document.querySelector<HTMLElement>("input[type=radio]")!.click());
  expect(document.body.textContent).not.toContain(purchaseText.notChosen);
});

test("after a payment the plans are offered again only when asked for, and the test mode is named once", async () => {
  const { click, type } = await showForm({ startsWithYear: true });
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  const { body } = document;
  expect(body.textContent).toContain("Thank you. You bought PRO, 1 Year.");
  expect(body.textContent.split(purchaseText.testMode)).toHaveLength(2);
  expect(document.querySelector("input[type=radio]")).toBeNull();
  await click(purchaseText.anotherPlan);
  expect(document.activeElement).toBe(document.querySelector("input[type=radio]"));
});

test("with PRO plus, the plans of the only tier begin at the left", async () => {
  await showForm({ user: { ...member, is_pro_plus: true } });
  const columns = new Set(
    [...document.querySelectorAll("label:has(input[type=radio])")].map((l) => l.parentNode),
  );
  expect([...columns].map((column) => column?.parentNode?.children.length)).toEqual([1]);
});

test("while the answer is missing, the fields are turned off and the button has the focus", async () => {
  const noAnswer = { ok: false, status: 503, code: "payment_unknown", message: "No.", retryAfter: 30_000 };
  const { field, type } = await showForm({ startsWithYear: true }, { goProLoggedIn: noAnswer });
  await type(cardLabel, "4111111111111111");
  await act(async () => document.querySelector("form")!.requestSubmit());
  const disabledFields = document.querySelector("fieldset:disabled");
  expect(disabledFields?.querySelectorAll("input[type=radio]")).toHaveLength(5);
  expect(disabledFields?.contains(field(codeLabel))).toBe(true);
  expect(document.activeElement?.textContent).toBe(purchaseText.again);
});
