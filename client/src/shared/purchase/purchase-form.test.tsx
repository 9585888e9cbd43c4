// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { sampleSession } from "../testing/sample-session.ts";
import { openPurchaseStore } from "./open-purchase.ts";
import { purchaseText } from "./purchase-text.ts";
import {
  cardLabel,
  cleanUpForm,
  codeLabel,
  member,
  okReply,
  quote,
  showForm,
  user,
} from "./testing/purchase-form-harness.tsx";

afterEach(cleanUpForm);

const now = Date.parse(quote.starts_at);

const priceWithCredit = { ...quote, credit: 10, current_total: 9.99 };
const labelsOf = (radios: Iterable<Element>) =>
  [...radios].map((radio) => radio.closest("label")?.textContent);

test("the plans of PRO are before those of PRO plus, and none is chosen", async () => {
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

test("the plan of one year is chosen, with its price, when the link asks for it", async () => {
  await showForm({ startsWithYear: true });
  expect(labelsOf(document.querySelectorAll("input:checked"))).toEqual(["PRO, 1 Year: $4.99"]);
  expect(document.body.textContent).toContain("Pay $19.99");
});

test("a promotion page sells only the plan of one year", async () => {
  await showForm({ onlyYear: true });
  expect(document.querySelector("input[type=radio]")).toBeNull();
  expect(document.body.textContent).toContain("Pay $19.99");
});

test("a user with a plan for life is offered no plan", async () => {
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

test("when no plan is chosen, the form says so and moves the focus to the plans", async () => {
  await showForm();
  await act(async () => document.querySelector("form")!.requestSubmit());
  expect(document.querySelector("[role=alert]")?.textContent).toBe(purchaseText.notChosen);
  expect(document.activeElement).toBe(document.querySelector("input[type=radio]"));
  await act(async () => document.querySelector<HTMLElement>("input[type=radio]")!.click());
  expect(document.body.textContent).not.toContain(purchaseText.notChosen);
});

test("with PRO plus, the plans of the only tier are in one column", async () => {
  await showForm({ user: { ...member, is_pro_plus: true } });
  const columns = new Set(
    [...document.querySelectorAll("label:has(input[type=radio])")].map((label) => label.parentNode),
  );
  expect([...columns].map((column) => column?.parentNode?.children.length)).toEqual([1]);
});

test("after a payment, the plans appear only when the user asks to buy another one, and the test mode is named once", async () => {
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

test("while the answer about a payment is missing, the fields are turned off and the button has the focus", async () => {
  const noAnswer = { ok: false, status: 503, code: "payment_unknown", message: "No.", retryAfter: 30_000 };
  const { field, type } = await showForm({ startsWithYear: true }, { goProLoggedIn: noAnswer });
  await type(cardLabel, "4111111111111111");
  await act(async () => document.querySelector("form")!.requestSubmit());
  const disabledFields = document.querySelector("fieldset:disabled");
  expect(disabledFields?.querySelectorAll("input[type=radio]")).toHaveLength(5);
  expect(disabledFields?.contains(field(codeLabel))).toBe(true);
  expect(document.activeElement?.textContent).toBe(purchaseText.again);
});

test("a repeat that is refused because of too many tries leaves the purchase without an answer", async () => {
  const noAnswer = { ok: false, status: 503, code: "payment_unknown", message: "No.", retryAfter: 30_000 };
  const tooMany = { ...noAnswer, status: 429, code: "rate_limited" };
  const answers = { goProLoggedIn: noAnswer };
  const { click, type } = await showForm({ startsWithYear: true }, answers);
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  answers.goProLoggedIn = tooMany;
  await click(purchaseText.again);
  expect(document.body.textContent).toContain(purchaseText.waiting);
  expect(openPurchaseStore.find(user.id, now)).not.toBeNull();
});

test.each([
  ["declined", true],
  ["invalid", false],
])(
  "after the form was left, a purchase that is refused with “%s” is remembered for the next form: %s",
  async (code, isShown) => {
    let answer = (_reply: unknown) => {};
    const goProLoggedIn = new Promise((resolve) => (answer = resolve));
    const { click, type, leave } = await showForm({ startsWithYear: true }, { goProLoggedIn });
    await type(cardLabel, "4111111111111111");
    await click("Pay $19.99");
    await leave();
    await act(async () => answer({ ok: false, status: 422, code, message: "No." }));
    expect(openPurchaseStore.find(user.id, now) !== null).toBe(isShown);
  },
);

test("when the account has bought a plan elsewhere, the form says so, keeps the card number, and the session gets that plan", async () => {
  const message = "You have a paid plan already.";
  const boughtElsewhere = { ok: false, status: 422, code: "already_paid", message, body: { error: message } };
  const session = { ...sampleSession(0), user: member };
  const { click, type, field, show, sessionEvents } = await showForm(
    { startsWithYear: true },
    {
      goProLoggedIn: boughtElsewhere,
      refreshToken: okReply(session),
      getProRatedPrice: okReply(priceWithCredit),
    },
  );
  await type(cardLabel, "4111111111111111");
  await click("Pay $9.99");
  expect(document.querySelector("[role=alert]")?.textContent).toContain(message);
  expect(sessionEvents).toEqual([{ type: "session.opened", session }]);
  await show({ user: member, startsWithYear: true });
  expect(document.querySelector("dl")?.textContent).toContain("Unused part of your current plan−$10.00");
  expect(field(cardLabel).value).toBe("4111111111111111");
});
