// @vitest-environment happy-dom
import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { openPurchaseStore } from "../../shared/purchase/open-purchase.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { SalesPage } from "./sales-page.tsx";
import { salesText } from "./sales-text.ts";
import { samplePlan } from "../../shared/testing/sample-plan.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const year: Plan = { ...samplePlan, note: "only $1.66 / month!", plusNote: "only $4.16 / month!" };
const freeSession: Session = sampleSession(now + 40 * 86_400_000);
const newcomerSession: Session = {
  ...freeSession,
  user: { ...freeSession.user, onboarding_step: "welcome" },
};
const paidSession: Session = {
  ...newcomerSession,
  user: {
    ...newcomerSession.user,
    is_pro: true,
    pro_membership: {
      package_name: "standard",
      subscription_length: 1,
      expires_at: "2027-11-23T12:00:00.000Z",
      auto_renew: false,
    },
  },
};

type Answer = { ok: boolean; [name: string]: unknown };
const success = (data: unknown): Answer => ({ ok: true, status: 200, data });
const priceChanged: Answer = {
  ok: false,
  status: 422,
  code: "invalid",
  message: "The price has changed.",
  fields: { current_total: "The price has changed." },
  body: { error: "The price has changed." },
  retryAfter: null,
};

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/purchase/purchase-form.tsx"), 180_000);

let cleanUp = () => Promise.resolve();
afterEach(async () => {
  await cleanUp();
  openPurchaseStore.forget();
});

/** @param payAnswers the answers to purchases; when they run out, purchases succeed */
async function openPage(session: Session | null, payAnswers: Answer[] = [], query = "") {
  const server = { price: 19.99, bodies: [] as unknown[] };
  const track = vi.fn<(event: string, properties?: unknown) => void>();
  const answer = (name: string, body: unknown): Answer => {
    if (name === "listPlans")
      return success({ plans: [{ plan: { ...year, price: server.price } }], promotion: null });
    if (name === "clientConfig")
      return success({
        turnstile_site_key: null,
        payment: { kind: "sandbox", test_mode: true, client_token: null },
      });
    if (name === "listPaymentMethods") return success({ payment_methods: [] });
    if (name === "validatePromoCode") return refusal("invalid_promo_code", "There is no such code.");
    server.bodies.push(body);
    return payAnswers.shift() ?? success(paidSession);
  };
  const api = {
    call: (name: string, input?: { body?: unknown }) => Promise.resolve(answer(name, input?.body)),
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const router = createMemoryRouter([{ path: "/gopro", Component: SalesPage }], {
    initialEntries: [`/gopro${query}`],
  });
  const page = await renderForTest(<RouterProvider router={router} />, {
    api,
    sessionActor,
    analytics: { track },
    settings: new SettingsStore(api),
    clientConfig: new ClientConfigStore(api),
    clock: { now: () => now },
    experiments: { pro_form_carousel: "b" },
  });
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const text = () => document.body.textContent;
  await vi.waitFor(
    async () => {
      await act(async () => {});
      expect(text()).toContain("only $1.66 / month!");
      expect(document.querySelector("input[type=radio]")).not.toBeNull();
    },
    { timeout: 20_000 },
  );
  const field = (label: string) => {
    const labels = [...document.querySelectorAll("label")];
    return document.getElementById(
      labels.find(({ textContent }) => textContent === label)?.htmlFor ?? "",
    ) as HTMLInputElement;
  };
  return {
    server,
    track,
    text,
    field,
    sessionActor,
    link: (name: string) =>
      [...document.querySelectorAll("a")]
        .find(({ textContent }) => textContent === name)
        ?.getAttribute("href"),
    choose: () => act(async () => document.querySelector<HTMLElement>("input[type=radio]")!.click()),
    /** Types after what the field already contains. */
    typeInto: async (label: string, value: string) => {
      field(label).focus();
      await page.type(value);
    },
    click: (name: string) => act(async () => page.button(name).click()),
  };
}

test("a visitor sees the tiers, buys a plan with e-mail and password, and gets a link to start writing", async () => {
  const page = await openPage(null);
  expect(page.text()).toContain("Encrypted journals that open only with your password");
  expect(page.link(salesText.freeAccount)).toBe("/app/signup");
  expect(page.link(salesText.logIn)).toBe("/app/login?after_login=%2Fgopro");
  await page.choose();
  await page.typeInto("E-mail", "ann@example.org");
  await page.typeInto("Password", "blessed be god");
  await page.typeInto("Test card number", "4111111111111111");
  await page.click("Pay $19.99");
  expect(page.text()).toContain("Thank you. You bought PRO, 1 Year.");
  expect(page.server.bodies).toMatchObject([
    { user: { email: "ann@example.org", timezone: "UTC" }, current_total: 19.99 },
  ]);
  expect(page.sessionActor.getSnapshot().context.session).toEqual(paidSession);
  expect(page.link(salesText.start)).toBe("/");
  expect(page.track.mock.calls.map(([event]) => event)).toEqual([
    "Pro Payment Submit",
    "Pro Payment Complete",
  ]);
  expect(page.track.mock.calls[0]?.[1]).toMatchObject({ source: "gopro", amount: 19.99 });
  expect(JSON.stringify(page.track.mock.calls)).not.toContain("ann@");
});

test("when the price has changed, a visitor sees the new price, keeps what was typed, and pays the new price", async () => {
  const page = await openPage(null, [priceChanged]);
  await page.choose();
  await page.typeInto("E-mail", "ann@example.org");
  await page.typeInto("Password", "blessed be god");
  await page.typeInto("Test card number", "4111111111111111");
  page.server.price = 9.99;
  await page.click("Pay $19.99");
  expect(page.text()).toContain("The price has changed.");
  expect(page.field("E-mail").value).toBe("ann@example.org");
  await page.click("Pay $9.99");
  expect(page.text()).toContain("Thank you.");
  expect(page.server.bodies).toMatchObject([{ current_total: 19.99 }, { current_total: 9.99 }]);
});

test("the way to log in keeps the promo code of the link", async () => {
  const page = await openPage(null, [], "?pc=SPRING26");
  expect(page.link(salesText.logIn)).toBe("/app/login?after_login=%2Fgopro%3Fpc%3DSPRING26");
});

test("somebody who has just signed up may go on without a plan", async () => {
  const page = await openPage(newcomerSession);
  expect(page.field("E-mail")).toBeNull();
  expect(page.link(salesText.later)).toBe("/");
});

const refusal = (code: string, message: string, fields?: Record<string, string>): Answer => ({
  ok: false,
  status: 422,
  code,
  message,
  fields,
  body: { error: message, code },
  retryAfter: null,
});

/** Fills the form of a visitor and pays. */
async function payAsVisitor(answer: Answer) {
  const page = await openPage(null, [answer]);
  await page.choose();
  await page.typeInto("E-mail", "ann@example.org");
  await page.typeInto("Password", "blessed be god");
  await page.typeInto("Test card number", "4000111111111115");
  await page.click("Pay $19.99");
  return page;
}

test("the page says that paying creates a visitor's account, and after a declined card that the account exists", async () => {
  const page = await payAsVisitor(refusal("declined", "Your card was declined."));
  expect(page.text()).toContain(salesText.newHere);
  const alert = document.querySelector("[role=alert]");
  expect(alert?.textContent).toContain("Your card was declined.");
  expect(alert?.textContent).toContain(purchaseText.account.exists);
  expect(alert?.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.field("Password").value).toBe("blessed be god");
  expect(page.field("Test card number").value).toBe("4000111111111115");
  expect(page.track.mock.calls.map(([event]) => event)).toEqual(["Pro Payment Submit", "Pro Payment Error"]);
});

test("when a visitor enters a wrong password for an existing account, the error is shown once, at the password field", async () => {
  const wrongMessage = "Your email or password were incorrect.";
  const page = await payAsVisitor(refusal("wrong_credentials", wrongMessage));
  expect(page.text().split(wrongMessage)).toHaveLength(2);
  expect(page.text()).toContain(purchaseText.account.taken);
  expect(document.activeElement).toBe(page.field("Password"));
});

test("when the e-mail address is refused, its field gets the focus and the error is shown once", async () => {
  const wrongMessage = "This is not an e-mail address.";
  const page = await payAsVisitor(refusal("invalid", wrongMessage, { "user.email": wrongMessage }));
  expect(page.text().split(wrongMessage)).toHaveLength(2);
  expect(document.activeElement).toBe(page.field("E-mail"));
});

test("a visitor whose earlier payment went through is asked to log in, without a note about that payment", async () => {
  openPurchaseStore.note({ userId: null, startedAt: now - 60_000, key: "earlier" });
  const page = await payAsVisitor(refusal("already_paid", "You have a paid plan already."));
  expect(page.text()).toContain("You have a paid plan already.");
  expect(page.text()).not.toContain("You began a payment");
  expect(document.querySelector("[role=alert] a")?.getAttribute("href")).toBe("/app/login");
});
