// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { methodText } from "./method-text.ts";
import { purchaseText } from "./purchase-text.ts";
import {
  cardLabel,
  cleanUpForm,
  codeLabel,
  discount,
  member,
  month,
  okReply,
  quote,
  showForm,
  year,
} from "./testing/purchase-form-harness.tsx";

afterEach(cleanUpForm);

test("the button to pay is busy until it is known whether a payment method is stored", async () => {
  let finishLoading = (_reply: unknown) => {};
  const listPaymentMethods = new Promise((resolve) => (finishLoading = resolve));
  await showForm({ startsWithYear: true }, { listPaymentMethods });
  const readBusy = () => document.querySelector("button[type=submit]")?.getAttribute("aria-busy");
  expect(readBusy()).toBe("true");
  await act(async () => finishLoading(okReply({ payment_methods: [] })));
  expect(readBusy()).toBeNull();
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

test("with a wrong code, the form says so, keeps everything that was typed, and does not charge the full price", async () => {
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

test('a code whose check got no answer is checked again when the user clicks "Pay"', async () => {
  const noAnswer = { ok: false, status: 0, code: "network", message: "We cannot reach the server." };
  const answers: Record<string, unknown> = { validatePromoCode: noAnswer };
  const { click, type, purchases } = await showForm({ promoCode: "SPRING26" }, answers);
  expect(document.body.textContent).toContain(noAnswer.message);
  await type(cardLabel, "4111111111111111");
  delete answers["validatePromoCode"];
  await click("Pay $19.99");
  expect(document.body.textContent).toContain("SPRING26 takes off $10.00.");
  expect(purchases).toEqual([]);
});

test("a code that is changed during its check is not applied, and the new one is checked before the user pays", async () => {
  let finishCheck = (_reply: unknown) => {};
  const checking = new Promise((resolve) => (finishCheck = resolve));
  const { field, click, type, purchases } = await showForm(
    { promoCode: "SPRING26" },
    { validatePromoCode: checking },
  );
  await type(codeLabel, "X");
  expect(field(codeLabel).value).toBe("SPRING26X");
  await act(async () => finishCheck(okReply(discount)));
  expect(document.body.textContent).not.toContain("SPRING26 takes off");
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(document.body.textContent).toContain("There is no such code.");
  expect(purchases).toEqual([]);
});

test("when the check of a code got no answer and the user types another code, the first code takes nothing off another plan", async () => {
  const noAnswer = { ok: false, status: 0, code: "network", message: "We cannot reach the server." };
  const answers: Record<string, unknown> = { validatePromoCode: noAnswer };
  const { field, click, type, purchases } = await showForm({ promoCode: "SPRING26" }, answers);
  delete answers["validatePromoCode"];
  await act(async () => {
    field(codeLabel).select();
    field(codeLabel).focus();
  });
  await type(codeLabel, "X");
  await act(async () => document.querySelector<HTMLElement>("input[type=radio]")!.click());
  expect(document.body.textContent).not.toContain("takes off");
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(document.body.textContent).toContain("There is no such code.");
  expect(purchases).toEqual([]);
});

test("spaces around the code in a link do not matter", async () => {
  const { click, type, purchases } = await showForm({ promoCode: " SPRING26 " });
  await type(cardLabel, "4111111111111111");
  await click("Pay $9.99");
  expect(purchases).toMatchObject([{ params: { promoCode: "SPRING26" } }]);
});

test("a plan that costs nothing asks for no card", async () => {
  const freeYear = { ...discount, current_total: 0, discount: 19.99 };
  const { click, purchases } = await showForm(
    {
      startsWithYear: true,
      promoCode: "SPRING26",
    },
    { validatePromoCode: okReply(freeYear) },
  );
  expect(document.body.textContent).not.toContain(cardLabel);
  await click("Get this plan");
  expect(purchases).toHaveLength(1);
  expect(purchases).toMatchObject([{ body: { current_total: 0 } }]);
  expect(JSON.stringify(purchases)).not.toContain("payment_method");
});

test("a code can be removed, and the full price applies again", async () => {
  const { field, click } = await showForm({ promoCode: "SPRING26" });
  await click("Remove");
  expect(field(codeLabel).value).toBe("");
  expect(document.body.textContent).toContain("Pay $19.99");
});

test("when a plan is bought in another tab, the form asks for the price again before the user pays", async () => {
  const { show, click, type, quotes, purchases } = await showForm({ user: member, startsWithYear: true });
  await type(cardLabel, "4111111111111111");
  const quotesBefore = quotes.length;
  const longerMembership = { ...member.pro_membership, expires_at: "2028-11-22T12:00:00.000Z" };
  await show({ user: { ...member, pro_membership: longerMembership }, startsWithYear: true });
  expect(quotes.length).toBeGreaterThan(quotesBefore);
  await click("Pay $19.99");
  expect(purchases).toMatchObject([{ body: { starts_at: quote.starts_at, current_total: 19.99 } }]);
});

test("when a sale ends, the form asks for the price of the chosen plan again", async () => {
  const salePrice = { ...quote, price: 9.99, current_total: 9.99 };
  const answers: Record<string, unknown> = { getProRatedPrice: okReply(salePrice) };
  const props = { startsWithYear: true, plans: [month, { ...year, price: 9.99 }] };
  const { show, field, type, quotes } = await showForm(props, answers);
  await type(cardLabel, "4111111111111111");
  expect(document.body.textContent).toContain("Pay $9.99");
  delete answers["getProRatedPrice"];
  await show({ startsWithYear: true, plans: [month, { ...year, price: 19.99 }] });
  expect(document.body.textContent).toContain("Pay $19.99");
  expect([quotes.length, field(cardLabel).value]).toEqual([2, "4111111111111111"]);
  await show({
    startsWithYear: true,
    plans: [
      { ...month, price: 5.99 },
      { ...year, price: 19.99 },
    ],
  });
  expect(quotes).toHaveLength(2);
});

test("a plan that is chosen while the card is being stored is not paid before the user has seen its price", async () => {
  let finishStoring = (_reply: unknown) => {};
  const storing = new Promise((resolve) => (finishStoring = resolve));
  const { field, click, type, purchases } = await showForm(
    { startsWithYear: true },
    { editPaymentInfo: storing },
  );
  await type(cardLabel, "4111111111111111");
  await act(async () => field(methodText.save).click());
  await click("Pay $19.99");
  await act(async () => document.querySelector<HTMLElement>("input[type=radio]")!.click());
  await act(async () => finishStoring(okReply({ payment_info: { id: 4, type: "card", last_four: "1111" } })));
  expect(purchases).toEqual([]);
  await click("Pay $19.99");
  expect(purchases).toMatchObject([{ body: { membership_package_name: "standardmonthly" } }]);
  expect(document.body.textContent).toContain(purchaseText.paid("PRO, Monthly"));
});

const { renewal } = purchaseText;
const automaticRenewal = okReply({ billing: { auto_renew: true } });
const priceForLife = okReply({ ...quote, ends_at: null });

test.each([
  ["a first plan", {}, {}, renewal.off],
  ["automatic renewal that is off", { user: member }, {}, renewal.off],
  // It was turned on in another browser, so the session of this one still says that it is off.
  ["automatic renewal that is on", { user: member }, { getBilling: automaticRenewal }, renewal.on],
  ["a plan for life", { user: member }, { getProRatedPrice: priceForLife }, renewal.forLife],
])(
  "next to the button, the form says whether the plan is charged again: %s",
  async (_, props, answers, sentence) => {
    await showForm({ ...props, startsWithYear: true }, answers);
    const sentences = Object.values(renewal).filter((text) => text !== renewal.billing);
    const { textContent } = document.body;
    expect(sentences.filter((text) => textContent.includes(text))).toEqual([sentence]);
  },
);

test("outside Plans & Billing, the note about renewal links to that page", async () => {
  await showForm({ user: member, startsWithYear: true, source: "renew_page" });
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/account/billing");
});
