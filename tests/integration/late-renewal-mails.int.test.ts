import type { Application } from "@daybook/application/application";
import { storePaymentMethod } from "@daybook/application/payment-methods/store-method";
import { readRenewalMail } from "@daybook/application/purchases/read-renewal-mail";
import { addDays } from "@daybook/domain/account/tier";
import { expect, it } from "vitest";
import { contextOf } from "./call-context.ts";
import { monthlyMembership, useRenewals, yearlyMembership } from "./renewal-job.ts";

const renewals = useRenewals();
const { setup, giveMembership, storeCard, runAt } = renewals;

const decliningApp = (): Application => ({
  ...setup.app,
  payments: { ...setup.app.payments, charge: async () => ({ kind: "declined", code: "2001" }) },
});

/** What the mail about a failed attempt says this number of days after the end of the membership. */
function readFailure(attempt: number, days: number) {
  const { userId, endsAt } = setup;
  setup.now = Date.parse(addDays(endsAt, days));
  return readRenewalMail(setup.app, { about: "payment_failed", userId, endsAt, attempt });
}

it("a mail about a failed payment names no past day for the next attempt", async () => {
  await giveMembership(monthlyMembership);
  await storeCard();
  await runAt(-1, decliningApp());
  expect(await readFailure(1, 0)).toMatchObject({ nextChargeAt: addDays(setup.endsAt, 2.5) });
  expect(await readFailure(1, 3)).toMatchObject({ nextChargeAt: addDays(setup.endsAt, 3) });
  expect(await readFailure(1, 8)).toMatchObject({ nextChargeAt: null });
});

it("a mail about a failed payment is dropped after the next attempt has failed", async () => {
  await giveMembership(monthlyMembership);
  await storeCard();
  for (const days of [-1, 2.5]) await runAt(days, decliningApp());
  expect(await readFailure(1, 3)).toBe("gone");
  expect(await readFailure(2, 3)).toMatchObject({ nextChargeAt: addDays(setup.endsAt, 6) });
  expect(await readFailure(3, 3)).toBe("later");
});

it("a mail about a failed payment is dropped after another payment method was stored", async () => {
  await giveMembership(monthlyMembership);
  await storeCard();
  await runAt(-1, decliningApp());
  setup.now += 1_000;
  await storePaymentMethod(setup.app, contextOf(setup.app, setup.userId), "fake-valid-mastercard-nonce");
  expect(await readFailure(1, -0.5)).toBe("gone");
});

it("a mail that announces a renewal is dropped after the first attempt to charge for the renewal has failed", async () => {
  await giveMembership(yearlyMembership);
  await storeCard();
  await runAt(-7);
  const { userId, endsAt } = setup;
  const read = () => readRenewalMail(setup.app, { about: "renewal_upcoming", userId, endsAt });
  expect(await read()).toMatchObject({ nextChargeAt: addDays(endsAt, -1) });
  await runAt(-1, decliningApp());
  expect(await read()).toBe("gone");
});
