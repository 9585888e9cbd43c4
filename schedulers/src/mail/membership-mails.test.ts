import { expect, test } from "vitest";
import { templates } from "./templates.ts";
import { publicUrl, renderTemplate, templateData } from "./testing/render-template.ts";

test.each([
  ["a card", {}, "You paid $19.99 (USD) with the card that ends in 1881."],
  ["PayPal", { cardLastFour: null }, "You paid $19.99 (USD) with PayPal."],
  [
    "a card and the rest of an earlier plan",
    { amount: 3996, credit: 1003 },
    "You paid $39.96 (USD) with the card that ends in 1881. $10.03 that was left of your earlier plan is deducted.",
  ],
  [
    "only the rest of an earlier plan",
    { amount: 0, credit: 4999 },
    "Nothing was charged. $49.99 that was left of your earlier plan is deducted.",
  ],
])("a receipt for a payment with %s has the amount and the order number", (_, changes, sentence) => {
  const { text } = renderTemplate("receipt", changes);
  expect(text).toContain("your order of November 22, 2026: PRO, 1 Year.");
  expect(text).toContain(sentence);
  expect(text).toContain("Your plan ends on November 22, 2027.");
  expect(text).toContain("Order number: 10");
  expect(text).not.toContain("test");
});

test("a receipt in test mode says that nobody was charged, and a receipt for a plan for life that the plan never ends", () => {
  const { text } = renderTemplate("receipt", { isTest: true, endsAt: null });
  expect(text).toContain("This was a test: nobody was charged.");
  expect(text).toContain("Your plan never ends.");
});

test.each([
  ["the card", {}, "You get $19.99 (USD) back on the card that ends in 1881."],
  ["PayPal", { cardLastFour: null }, "You get $19.99 (USD) back with PayPal."],
])("the mail about a refund to %s has the amount and the order number", (_, changes, sentence) => {
  const { text } = renderTemplate("refunded", changes);
  expect(text).toContain("your order of November 22, 2026: PRO, 1 Year.");
  expect(text).toContain(sentence);
  expect(text).toContain("Order number: 10");
  expect(renderTemplate("refunded", { isTest: true }).text).toContain("nothing is paid back");
});

test("the mail about a downgrade says what the account has now", () => {
  expect(renderTemplate("downgraded", { to: "free" }).text).toContain("one journal");
  expect(renderTemplate("downgraded", { to: "pro" }).subject).toBe("Your account has PRO now");
});

test.each([
  [{}, "It renews itself for $19.99 (USD). We charge your payment method on November 21, 2027."],
  [{ hasPaymentMethod: false }, "there is no payment method that we can charge"],
  [{ isTest: true }, "This is the test mode: nobody is really charged."],
])("the mail before a renewal says when the plan ends and how it is paid, with %j", (changes, sentence) => {
  const { text } = renderTemplate("renewal_upcoming", changes);
  expect(text).toContain("Your plan PRO, 1 Year ends on November 22, 2027.");
  expect(text).toContain(sentence);
});

test.each([
  [{}, "We try again on November 21, 2027. Until November 28, 2027 you keep your plan."],
  [{ nextChargeAt: null }, "We do not try again."],
  [{ hasPaymentMethod: false }, "There is no payment method that we can charge."],
])("the mail about a failed renewal says what was tried, with %j", (changes, sentence) => {
  const { text } = renderTemplate("payment_failed", changes);
  expect(text).toContain("We tried to renew your plan PRO, 1 Year for $19.99 (USD).");
  expect(text).toContain(sentence);
});

test("the mail about a failed renewal links to the page with other ways to pay", () => {
  const { text, html } = renderTemplate("payment_failed");
  for (const body of [text, html]) expect(body).toContain(`${publicUrl}/app/renew-error`);
});

test("the mail about a plan that is not for sale says so, and not that a card was declined", () => {
  const endsAt = "2027-11-22T12:00:00.000Z";
  const { text } = templates.payment_failed({
    ...templateData,
    endsAt,
    amount: null,
    description: "PRO",
    nextChargeAt: null,
  });
  expect(text).toContain("Your plan PRO is not for sale, so it cannot renew itself. Nothing was charged.");
  expect(text).toContain(
    "You keep it until November 28, 2027. To go on after that day, choose another plan.",
  );
  expect(text).not.toMatch(/declined|We try again|update-payment/);
});

test("the mail about the end of a plan names it", () => {
  const { text } = renderTemplate("membership_expired");
  expect(text).toContain("Your plan PRO, 1 Year ended on November 22, 2027.");
});
