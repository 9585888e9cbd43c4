// @vitest-environment happy-dom
import type { Billing } from "@daybook/domain/contract/account";
import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import type { Plan } from "@daybook/domain/contract/plans";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { ToastsStore } from "../../shared/ui/toasts.store.ts";
import { PlanAndPayment } from "./plan-and-payment.tsx";
import { samplePlan } from "../../shared/testing/sample-plan.ts";

const yearPlan = samplePlan;
const planForLife: Plan = {
  ...samplePlan,
  name: "Lifetime",
  value: "lifetime",
  packageName: null,
  plusPackageName: "ProPlusLifetime",
};
const periodEnd = "2027-11-22T12:00:00.000Z";
const paidBilling: Billing = {
  package_name: "proplus",
  subscription_length: 1,
  expires_at: periodEnd,
  auto_renew: false,
  next_charge: null,
  next_amount: null,
};
const renewingBilling: Billing = {
  ...paidBilling,
  auto_renew: true,
  next_charge: periodEnd,
  next_amount: 49.99,
};
const freeBilling: Billing = {
  ...paidBilling,
  package_name: null,
  subscription_length: null,
  expires_at: null,
};
const visa: PaymentMethod = {
  id: 7,
  type: "card",
  brand: "Visa",
  last_four: "1881",
  expires: "2040-12",
  paypal_email: null,
  is_default: true,
};

const readingCalls = new Set(["getBilling", "listPaymentMethods", "clientConfig"]);

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function openPage(billing: Billing, method: PaymentMethod | null, startsWithForm = false) {
  const calls: unknown[] = [];
  let isOnline = true;
  let heldUntil = Promise.resolve();
  const call = async (name: string, input?: { params?: unknown; body?: unknown }) => {
    if (!readingCalls.has(name)) calls.push([name, input?.params ?? input?.body]);
    await heldUntil;
    if (!isOnline) return { ok: false, status: 0, code: "network", message: "No connection." };
    const data = {
      clientConfig: { payment: { kind: "sandbox", test_mode: true, client_token: null } },
      getBilling: { billing },
      enableAutoRenew: { billing: renewingBilling },
      disableAutoRenew: { billing: { ...billing, auto_renew: false } },
      listPaymentMethods: { payment_methods: method ? [{ payment_method: method }] : [] },
      editPaymentInfo: { payment_info: visa },
    }[name];
    return { ok: true, status: 200, data };
  };
  const onMethodChanged = vi.fn<() => void>();
  const track = vi.fn<(event: string) => void>();
  const onRenewalChanged = vi.fn<() => void>();
  const content = (version: number) => (
    <PlanAndPayment
      plans={[yearPlan, planForLife]}
      version={version}
      startsWithForm={startsWithForm}
      onMethodChanged={onMethodChanged}
      onRenewalChanged={onRenewalChanged}
    />
  );
  const page = await renderForTest(content(0), {
    api: { call } as unknown as Api,
    analytics: { track },
    clock: { now: () => Date.parse("2026-11-22T12:00:00.000Z") },
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  });
  removePage = page.remove;
  await act(async () => {});
  return {
    calls,
    track,
    onMethodChanged,
    onRenewalChanged,
    page,
    loadAgain: async () => {
      await page.show(content(1));
      await act(async () => {});
    },
    text: () => document.body.textContent,
    goOffline: () => (isOnline = false),
    /** Holds the replies until the returned function is called. */
    holdReplies: () => {
      let release = () => {};
      heldUntil = new Promise((resolve) => (release = resolve));
      return () => act(async () => release());
    },
    click: (name: string) => act(async () => page.button(name).click()),
    confirmRemoval: () =>
      act(async () => {
        const buttons = document.querySelectorAll<HTMLElement>("[role=alertdialog] button");
        [...buttons].find(({ textContent }) => textContent === "Remove")?.click();
      }),
    toggleRenewal: () => act(async () => document.querySelector<HTMLElement>("[role=switch]")?.click()),
  };
}

test("a user of a free account sees no plan, and can store a payment method", async () => {
  const { text } = await openPage(freeBilling, null);
  expect(text()).not.toContain("Your plan");
  expect(text()).toContain("Add a payment method");
});

test("a paid plan is shown with its name and end, and cannot renew automatically without a stored payment method", async () => {
  const { text } = await openPage(paidBilling, null);
  expect(text()).toContain("PRO plus, 1 Year");
  expect(text()).toContain("It ends on");
  expect(text()).toContain("To renew automatically, add a payment method first.");
  expect(document.querySelector("[role=switch]")).toBeNull();
});

test.each([
  ["ProPlusLifetime", "PRO plus, Lifetime"],
  ["standard", "PRO, Lifetime"],
])("a plan for life with the package %s is called %s", async (package_name, name) => {
  const { text } = await openPage({ ...paidBilling, package_name, expires_at: null }, null);
  expect(text()).toContain(name);
  expect(text()).toContain("It is for life.");
});

test("while a change of automatic renewal is being saved, another click changes nothing", async () => {
  const { calls, toggleRenewal, text } = await openPage(paidBilling, visa);
  const renewalSwitch = document.querySelector<HTMLElement>("[role=switch]");
  act(() => renewalSwitch?.click());
  act(() => renewalSwitch?.click());
  await act(async () => {});
  expect(calls).toEqual([["enableAutoRenew", undefined]]);
  expect(text()).toContain("Saved");
  await toggleRenewal();
  expect(calls).toHaveLength(2);
});

test("automatic renewal of a plan that is not sold can be turned off but not on, and the page says so", async () => {
  const gift = { ...paidBilling, subscription_length: 4 };
  const { text } = await openPage(gift, visa);
  expect(text()).toContain("This plan is not for sale, so it cannot renew by itself.");
  expect(document.querySelector("[role=switch]")).toBeNull();
  await removePage();
  const { calls, toggleRenewal } = await openPage({ ...gift, auto_renew: true }, visa);
  await toggleRenewal();
  expect(calls).toEqual([["disableAutoRenew", undefined]]);
});

test("after automatic renewal is turned on, the next charge is shown", async () => {
  const { text, calls, toggleRenewal, onRenewalChanged, loadAgain } = await openPage(paidBilling, visa);
  await toggleRenewal();
  expect(calls).toEqual([["enableAutoRenew", undefined]]);
  expect(text()).toMatch(/The next charge is on .*: \$49\.99\./);
  expect(onRenewalChanged).toHaveBeenCalledOnce();
  expect(text()).toContain("Saved");
  // "Saved" belongs to the change, so it disappears when the plan is loaded again, for example after a purchase.
  await loadAgain();
  expect(text()).not.toContain("Saved");
});

const endedBilling: Billing = { ...paidBilling, expires_at: "2026-11-01T12:00:00.000Z" };

test.each([null, visa])(
  "automatic renewal of a plan that has ended cannot be turned on, with the payment method %o",
  async (method) => {
    const { text } = await openPage(endedBilling, method);
    expect(text()).toContain("It ended on");
    expect(text()).not.toContain("To renew automatically");
    expect(document.querySelector("[role=switch]")).toBeNull();
  },
);

test("automatic renewal of a plan that has ended can be turned off", async () => {
  const { calls, toggleRenewal } = await openPage({ ...endedBilling, auto_renew: true }, visa);
  await toggleRenewal();
  expect(calls).toEqual([["disableAutoRenew", undefined]]);
});

test("after the end of a plan, a planned charge is shown", async () => {
  const { text } = await openPage(
    { ...endedBilling, auto_renew: true, next_charge: periodEnd, next_amount: 49.99 },
    visa,
  );
  expect(text()).toContain("The next charge is on");
});

test("an expired card is shown as expired", async () => {
  const { text } = await openPage(paidBilling, { ...visa, expires: "2026-10" });
  expect(text()).toContain("Visa ending in 1881");
  expect(text()).toContain("Expired 10/2026.");
});

test("removing the payment method warns that the plan no longer renews", async () => {
  const { text, click, confirmRemoval, calls, onMethodChanged } = await openPage(renewingBilling, visa);
  await click("Remove");
  expect(text()).toContain("Your plan will no longer renew by itself.");
  await click("Keep it");
  expect(calls).toEqual([]);
  await click("Remove");
  await confirmRemoval();
  expect(calls).toEqual([["removePaymentMethod", { methodId: "7" }]]);
  expect(onMethodChanged).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Replace"));
});

test("a failed removal of the payment method, whose question was closed, shows a toast, and the next question no error", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  const { text, click, confirmRemoval, holdReplies, goOffline } = await openPage(paidBilling, visa);
  await click("Remove");
  const reply = holdReplies();
  await confirmRemoval();
  await click("Keep it");
  goOffline();
  await reply();
  expect(showToast).toHaveBeenCalledExactlyOnceWith("The payment method was not removed. No connection.");
  await click("Remove");
  expect(text()).toContain("Remove this payment method?");
  expect(text()).not.toContain("No connection.");
  await confirmRemoval();
  expect(text()).toContain("No connection.");
  expect(showToast).toHaveBeenCalledOnce();
});

test("when reloading fails, the reason is shown above the plan, and the form stays open", async () => {
  const { text, click, goOffline, loadAgain } = await openPage(paidBilling, visa);
  await click("Replace");
  goOffline();
  await loadAgain();
  expect(text()).toContain("No connection.");
  expect(text()).toContain("PRO plus, 1 Year");
  expect(text()).not.toContain("Replace");
});

test("with `startsWithForm` the form is open at first, and it stores a card", async () => {
  const { page, calls, track, onMethodChanged, click } = await openPage(paidBilling, null, true);
  await vi.waitFor(
    async () => {
      await act(async () => {});
      expect(document.querySelector("input[inputmode=numeric]")).not.toBeNull();
    },
    { timeout: 20_000 },
  );
  document.querySelector<HTMLInputElement>("input[inputmode=numeric]")?.focus();
  await page.type("4111111111111111");
  await click("Save");
  expect(calls).toEqual([["editPaymentInfo", { payment_method_nonce: "fake-valid-visa-nonce" }]]);
  expect(track.mock.calls).toEqual([["Update Payment Info"]]);
  expect(onMethodChanged).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toBe("Add a payment method");
});
