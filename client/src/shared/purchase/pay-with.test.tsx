// @vitest-environment happy-dom
import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import { act, createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Api } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { describeMethod, expiryOf, isCardExpired } from "./method-text.ts";
import { PayWith, type PayWithHandle } from "./pay-with.tsx";

const visa: PaymentMethod = {
  id: 7,
  type: "card",
  brand: "Visa",
  last_four: "1881",
  expires: "2040-12",
  paypal_email: null,
  is_default: true,
};
const payPal: PaymentMethod = {
  ...visa,
  type: "paypal",
  brand: null,
  last_four: null,
  expires: null,
  paypal_email: "buyer@example.com",
};

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function showPayWith(method: PaymentMethod | null, refusal?: string, loading = Promise.resolve()) {
  const storeRequests: unknown[] = [];
  const call = (name: string, input: unknown) => {
    if (name !== "editPaymentInfo") {
      const methods = method ? [{ payment_method: method }] : [];
      return loading.then(() => ({ ok: true, status: 200, data: { payment_methods: methods } }));
    }
    storeRequests.push(input);
    if (refusal) return Promise.resolve({ ok: false, status: 422, code: "declined", message: refusal });
    return Promise.resolve({ ok: true, status: 200, data: { payment_info: visa } });
  };
  const handle = createRef<PayWithHandle>();
  const onStored = vi.fn<() => void>();
  const track = vi.fn<(event: string) => void>();
  const page = await renderForTest(
    <PayWith ref={handle} version={null} onStored={onStored} onLoading={() => {}} />,
    {
      api: { call } as unknown as Api,
      analytics: { track },
    },
  );
  removePage = page.remove;
  await act(async () => {});
  return {
    storeRequests,
    onStored,
    track,
    preparePayment: () => act(async () => (await handle.current?.preparePayment()) ?? null),
    typeCard: async (number: string) => {
      document.querySelector<HTMLInputElement>("input[inputmode=numeric]")?.focus();
      await page.type(number);
    },
    choose: (label: string) =>
      act(async () =>
        [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label)?.click(),
      ),
  };
}

const testCard = "4111111111111111";

test("the stored payment method is chosen, and no card is asked for", async () => {
  const { preparePayment, storeRequests } = await showPayWith(visa);
  expect(document.body.textContent).toContain("Visa ending in 1881");
  expect(document.querySelector("input[inputmode=numeric]")).toBeNull();
  expect(await preparePayment()).toEqual({ methodId: 7 });
  expect(storeRequests).toEqual([]);
});

test("no card is asked for before it is known whether a payment method is stored", async () => {
  let finishLoading = () => {};
  const { preparePayment } = await showPayWith(
    visa,
    undefined,
    new Promise((resolve) => (finishLoading = resolve)),
  );
  expect(document.querySelector("input")).toBeNull();
  expect(await preparePayment()).toBeNull();
  await act(async () => finishLoading());
  expect(await preparePayment()).toEqual({ methodId: 7 });
});

test("another card can be charged instead, without being stored", async () => {
  const { preparePayment, typeCard, choose, storeRequests } = await showPayWith(visa);
  await choose("Another card");
  await typeCard(testCard);
  expect(await preparePayment()).toEqual({ nonce: "fake-valid-visa-nonce" });
  expect(storeRequests).toEqual([]);
});

test("a card is stored before it is charged when the user asks to save it", async () => {
  const { preparePayment, typeCard, choose, storeRequests, onStored, track } = await showPayWith(null);
  await typeCard(testCard);
  await choose("Save this card for later payments");
  expect(await preparePayment()).toEqual({ methodId: 7 });
  expect(storeRequests).toEqual([{ body: { payment_method_nonce: "fake-valid-visa-nonce" } }]);
  expect(onStored).toHaveBeenCalledOnce();
  expect(track.mock.calls).toEqual([["Update Payment Info"]]);
  expect(await preparePayment()).toEqual({ methodId: 7 });
  expect(storeRequests).toHaveLength(1);
});

test("a card that cannot be stored is not charged, and the form says why", async () => {
  const { preparePayment, typeCard, choose, track } = await showPayWith(null, "Your card was declined.");
  await typeCard(testCard);
  await choose("Save this card for later payments");
  expect(await preparePayment()).toBeNull();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Your card was declined.");
  expect(track).not.toHaveBeenCalled();
});

test("a card number with a mistake is not sent", async () => {
  const { preparePayment, typeCard, choose, storeRequests } = await showPayWith(null);
  await typeCard("4111111111111112");
  await choose("Save this card for later payments");
  expect(await preparePayment()).toBeNull();
  expect(document.body.textContent).toContain("This is not a card number.");
  expect(storeRequests).toEqual([]);
});

test("a payment method is described by its brand and last digits, or by its PayPal address", () => {
  expect([describeMethod(visa), expiryOf(visa)]).toEqual(["Visa ending in 1881", "12/2040"]);
  expect([describeMethod(payPal), expiryOf(payPal)]).toEqual(["PayPal, buyer@example.com", null]);
});

test("a card expires at the end of its month, and a PayPal account never", () => {
  const at = (instant: string) => isCardExpired(visa, Date.parse(instant));
  expect([at("2040-12-31T23:00:00Z"), at("2041-01-01T00:00:00Z")]).toEqual([false, true]);
  expect(isCardExpired(payPal, Date.parse("2041-01-01T00:00:00Z"))).toBe(false);
});
