// @vitest-environment happy-dom
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { openPurchaseStore } from "../../shared/purchase/open-purchase.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { openUpgrade, upgradeSource } from "../../shared/upgrade.ts";
import { UpgradeGate } from "./upgrade-gate.tsx";
import { upgradeText } from "./upgrade-text.ts";
import { samplePlan } from "../../shared/testing/sample-plan.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");
const quote = {
  price: 19.99,
  credit: 0,
  current_total: 19.99,
  starts_at: "2026-11-20T12:00:00.000Z",
  ends_at: "2027-11-20T12:00:00.000Z",
};
const membership = {
  package_name: "standard",
  subscription_length: 1,
  expires_at: "2026-11-01T12:00:00.000Z",
  auto_renew: false,
};
const freeSession = sampleSession(now + 40 * 24 * 3_600_000);
/** A session with a plan for life, or with a plan that has ended. */
const sessionWithPlan = (isPro: boolean): Session => ({
  ...freeSession,
  user: {
    ...freeSession.user,
    is_pro: isPro,
    pro_membership: { ...membership, expires_at: isPro ? null : membership.expires_at },
  },
});

// Compiling the chunks takes a while on a busy machine.
beforeAll(async () => {
  await Promise.all([import("./upgrade-dialog.tsx"), import("../../shared/purchase/purchase-form.tsx")]);
}, 180_000);

let cleanUp = () => Promise.resolve();
afterEach(() => cleanUp());

/**
 * Shows the gate on a page, and answers all calls.
 *
 * @param props.isPaymentUnknown the server does not know whether the purchase was paid
 */
async function showGate(session: Session | null, { isPaymentUnknown = false } = {}) {
  const replies: Record<string, unknown> = {
    listPlans: { plans: [{ plan: samplePlan }], promotion: null },
    clientConfig: { payment: { kind: "sandbox", test_mode: true, client_token: null } },
    getProRatedPrice: quote,
    listPaymentMethods: { payment_methods: [] },
    getSentPurchase: { state: "open", description: null, message: null },
    goProLoggedIn: sessionWithPlan(true),
  };
  const api = {
    call: (name: string) =>
      Promise.resolve(
        isPaymentUnknown && name === "goProLoggedIn"
          ? {
              ok: false,
              status: 503,
              code: "payment_unknown",
              message: "No.",
              body: null,
              retryAfter: 30_000,
            }
          : { ok: true, status: 200, data: replies[name] },
      ),
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const trackedEvents: unknown[] = [];
  const analytics = { track: (...event: unknown[]) => void trackedEvents.push(event) };
  const router = createMemoryRouter([{ path: "*", Component: UpgradeGate }], {
    initialEntries: ["/journals"],
  });
  const { remove } = await renderForTest(<RouterProvider router={router} />, {
    api,
    sessionActor,
    analytics,
    clock: { now: () => now },
    experiments: { pro_form_carousel: "b" },
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  });
  cleanUp = async () => {
    await remove();
    sessionActor.stop();
    upgradeSource.set(null);
    openPurchaseStore.forget();
  };
  return { router, trackedEvents, sessionActor };
}

const open = async () => act(async () => openUpgrade("header_click"));
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
/** Waits until the check passes. React renders only within `act`. */
const waitUntilPasses = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 20_000 },
  );
const title = () => dialog()?.querySelector("h2")?.textContent;

test("a free account gets the upgrade dialog, and the analytics events of its purchase say where the dialog was opened", async () => {
  const { trackedEvents } = await showGate(freeSession);
  expect(dialog()).toBeNull();
  await open();
  await waitUntilPasses(() => expect(dialog()?.querySelector("input[type=radio]")).toBeTruthy());
  expect(title()).toBe(upgradeText.upgradeTitle);
  // The plans are loaded after the dialog has opened. Then the focus moves to the first one.
  expect(document.activeElement).toBe(dialog()!.querySelector("input[type=radio]"));
  await act(async () => dialog()!.querySelector<HTMLElement>("input[type=radio]")!.click());
  const card = dialog()!.querySelector<HTMLInputElement>("input[inputmode=numeric]")!;
  card.value = "4111 1111 1111 1111";
  await act(async () => dialog()!.querySelector("form")!.requestSubmit());
  const properties = {
    amount: 19.99,
    currency: "USD",
    plan: "standard",
    subscription: 1,
    source: "header_click",
  };
  expect(trackedEvents).toEqual([
    ["Pro Payment Submit", properties],
    ["Pro Payment Complete", properties],
  ]);
  // The dialog keeps its title after the payment.
  expect(title()).toBe(upgradeText.upgradeTitle);
  const close = [...dialog()!.querySelectorAll("button")].at(-1)!;
  await act(async () => close.click());
  expect(dialog()).toBeNull();
});

test("while the answer about a payment is missing, the dialog says so and closes without asking for confirmation", async () => {
  await showGate(freeSession, { isPaymentUnknown: true });
  await open();
  await waitUntilPasses(() => expect(dialog()?.querySelector("input[type=radio]")).toBeTruthy());
  await act(async () => dialog()!.querySelector<HTMLElement>("input[type=radio]")!.click());
  await waitUntilPasses(() => expect(dialog()?.querySelector("input[inputmode=numeric]")).toBeTruthy());
  const card = dialog()!.querySelector<HTMLInputElement>("input[inputmode=numeric]")!;
  await act(async () => card.focus());
  card.value = "4111 1111 1111 1111";
  await act(async () => dialog()!.querySelector("form")!.requestSubmit());
  await waitUntilPasses(() => expect(dialog()?.textContent).toContain(purchaseText.waiting));
  expect(dialog()?.textContent).toContain(purchaseText.mayLeave);
  await act(async () => dialog()!.querySelector<HTMLElement>("button[aria-label=Close]")!.click());
  expect(dialog()).toBeNull();

  await open();
  await waitUntilPasses(() =>
    expect(dialog()?.textContent).toContain("We have no answer yet about the payment"),
  );
});

test.each([
  ["has a plan", true, upgradeText.renewLead],
  ["had a plan", false, upgradeText.renewExpiredLead],
])("an account that %s gets the renew dialog", async (_, isPro, lead) => {
  await showGate(sessionWithPlan(isPro));
  await open();
  await waitUntilPasses(() => expect(title()).toBe(upgradeText.renewTitle));
  expect(dialog()?.textContent).toContain(lead);
});

test("the dialog closes when the user navigates to another page", async () => {
  const { router } = await showGate(freeSession);
  await open();
  await waitUntilPasses(() => expect(dialog()).not.toBeNull());
  await act(async () => router.navigate("/search"));
  expect(dialog()).toBeNull();
});

test("the dialog closes when another user logs in", async () => {
  const { sessionActor } = await showGate(freeSession);
  await open();
  await waitUntilPasses(() => expect(dialog()).not.toBeNull());
  const session = sampleSession(now + 40 * 24 * 3_600_000, "other", freeSession.user.id + 1);
  await act(async () => sessionActor.send({ type: "session.opened", session }));
  expect(dialog()).toBeNull();
});

test("a visitor gets no dialog", async () => {
  await showGate(null);
  await open();
  expect(dialog()).toBeNull();
});
