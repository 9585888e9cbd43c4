// @vitest-environment happy-dom
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { samplePlan } from "../../shared/testing/sample-plan.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { accountText } from "./account-text.ts";
import { BillingPage } from "./billing-page.tsx";

const labels = accountText.billing;
const now = Date.parse("2026-11-23T12:00:00.000Z");
const freeUser = sampleSession(now + 40 * 86_400_000).user;
const endedMembership = {
  package_name: "standardmonthly",
  subscription_length: 1,
  expires_at: "2026-11-22T12:00:00.000Z",
  auto_renew: false,
};

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/purchase/purchase-form.tsx"), 180_000);

let cleanUp = () => Promise.resolve();
afterEach(() => cleanUp());

async function openPage(userChanges: Partial<Session["user"]>) {
  const session = sampleSession(now + 40 * 86_400_000);
  const userSession = { ...session, user: { ...freeUser, ...userChanges } };
  const data: Record<string, unknown> = {
    listPlans: { plans: [{ plan: samplePlan }], promotion: null },
    getBilling: {
      billing: {
        ...(userChanges.pro_membership ?? { package_name: null, expires_at: null }),
        next_charge: null,
      },
    },
    listPaymentMethods: { payment_methods: [] },
    listOrders: { orders: [] },
    clientConfig: { payment: { kind: "sandbox", test_mode: true, client_token: null } },
  };
  const calls: string[] = [];
  const api = {
    call: (name: string) => {
      calls.push(name);
      return Promise.resolve({ ok: true, status: 200, data: data[name] });
    },
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => userSession },
  }).start();
  const { remove } = await renderForTest(
    <MemoryRouter>
      <BillingPage />
    </MemoryRouter>,
    {
      api,
      sessionActor,
      clock: { now: () => now },
      settings: { current: createAtom(null) } as unknown as Services["settings"],
    },
  );
  cleanUp = async () => {
    await remove();
    sessionActor.stop();
  };
  await vi.waitFor(
    async () => {
      await act(async () => {});
      expect(document.querySelector("input[type=radio]")).not.toBeNull();
    },
    { timeout: 20_000 },
  );
  const link = (path: string) => document.querySelector(`a[href="${path}"]`);
  const openSession = (changes: Partial<Session["user"]>) =>
    act(async () => {
      const changedSession = { ...userSession, user: { ...userSession.user, ...changes } };
      sessionActor.send({ type: "session.opened", session: changedSession });
    });
  return { text: document.body.textContent, link, calls, openSession };
}

test("a user whose plan has ended is told so, and can renew or downgrade", async () => {
  const { text, link } = await openPage({ pro_membership: endedMembership });
  expect(text).toContain(labels.ended);
  expect(text).not.toContain(labels.free);
  expect(text).toContain(purchaseText.titlePro);
  expect(link("/app/downgrade")).not.toBeNull();
});

test("a user of a free account is told that it is free, and gets no link to downgrade", async () => {
  const { text, link } = await openPage({});
  expect(text).toContain(labels.free);
  expect(text).toContain(purchaseText.titleFree);
  expect(link("/app/downgrade")).toBeNull();
});

test("after a purchase, the prices are loaded again, because an offer may have ended with it", async () => {
  const { calls, openSession } = await openPage({});
  const countLoads = () => calls.filter((name) => name === "listPlans").length;
  expect(countLoads()).toBe(1);
  const expires_at = "2027-11-23T12:00:00.000Z";
  await openSession({ is_pro: true, pro_membership: { ...endedMembership, expires_at } });
  expect(countLoads()).toBe(2);
});
