// @vitest-environment happy-dom
import type { Plan, Promotion } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { openPurchaseStore } from "../../shared/purchase/open-purchase.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { PromoPage } from "./promo-page.tsx";
import { samplePlan } from "../../shared/testing/sample-plan.ts";

const start = Date.parse("2026-11-23T12:00:00.000Z");
let now = start;
const yearlyPlan: Plan = { ...samplePlan, price: 9.99, plusPrice: 24.99, savings: 10, plusSavings: 25 };
const fullPricePlan: Plan = { ...yearlyPlan, price: 19.99, plusPrice: 49.99, savings: 0, plusSavings: 0 };
const flash: Promotion = {
  id: "flash-1",
  name: "Black Friday",
  kind: "flash",
  percent: 50,
  extra_months: 0,
  ends_at: "2026-11-25T15:04:05.000Z",
  promo_code: null,
};
const codePromotion = {
  ...flash,
  id: "code-1",
  kind: "code" as const,
  name: "Spring Offer",
  promo_code: "SPRING26",
};
const refusal = {
  ok: false,
  status: 422,
  code: "invalid_promo_code",
  message: "Check the promo code.",
  fields: { promo_code: "There is no such code." },
};

let cleanUp = () => Promise.resolve();
afterEach(async () => {
  await cleanUp();
  now = start;
  openPurchaseStore.forget();
});

async function visit(url: string, promotion: Promotion | null, isLoggedIn = false) {
  const calls: string[] = [];
  let resolvePayment: (answer: unknown) => void;
  const call = (name: string, input: { body?: { promo_code?: string } }) => {
    calls.push(name);
    if (name === "goProLoggedIn") return new Promise((resolve) => (resolvePayment = resolve));
    const code = input.body?.promo_code;
    if (name === "validatePromoCode" && code !== "SPRING26") return Promise.resolve(refusal);
    const data = {
      listPlans: { plans: [{ plan: promotion ? yearlyPlan : fullPricePlan }], promotion },
      validatePromoCode: {
        promo_code: "SPRING26",
        price: 19.99,
        current_total: 4.99,
        discount: 15,
        promotion: codePromotion,
      },
      listPaymentMethods: { payment_methods: [] },
      clientConfig: { payment: { kind: "sandbox", test_mode: true, client_token: null } },
      getProRatedPrice: {
        price: 9.99,
        credit: 0,
        current_total: 9.99,
        starts_at: flash.ends_at,
        ends_at: null,
      },
    }[name];
    return Promise.resolve({ ok: true, status: 200, data });
  };
  const loggedInSession = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"));
  let session: Session | null = isLoggedIn ? loggedInSession : null;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const logIn = (changes: Partial<Session["user"]> = {}) =>
    act(async () => {
      session = { ...loggedInSession, user: { ...loggedInSession.user, ...changes } };
      sessionActor.send({ type: "session.changed" });
    });
  const { remove } = await renderForTest(
    <MemoryRouter initialEntries={[url]}>
      <PromoPage />
    </MemoryRouter>,
    {
      api: { call } as unknown as Api,
      sessionActor,
      analytics: { track: () => {} },
      clock: { now: () => now },
      settings: { current: createAtom(null) } as unknown as Services["settings"],
      experiments: { pro_form_carousel: "b" },
    },
  );
  cleanUp = async () => {
    await remove();
    sessionActor.stop();
  };
  const pageText = async () => {
    await act(async () => {});
    return document.body.textContent;
  };
  const links = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  await pageText();
  const answerPayment = () =>
    act(async () => resolvePayment({ ok: true, status: 200, data: loggedInSession }));
  return {
    pageText,
    links,
    calls,
    logIn,
    answerPayment,
    heading: () => document.querySelector("h1")?.textContent,
  };
}

test("a visitor sees the price, the time that is left, and the way to buy or to log in", async () => {
  const { pageText, links, heading } = await visit("/promos/flash-sale", flash);
  expect(heading()).toBe("Flash sale");
  const timer = document.querySelector("[role=timer]");
  expect(timer?.getAttribute("aria-label")).toBe("Time left: 2 days and 3 hours");
  expect(timer?.textContent).toBe("02days03hours04minutes05seconds");
  expect(await pageText()).toContain("One year of PRO: Full price $19.99 now $9.99");
  expect(links()).toEqual(["/gopro", "/app/login?after_login=%2Fpromos%2Fflash-sale"]);
});

test("the page of a flash sale of another percentage does not say half price", async () => {
  const { pageText } = await visit("/promos/flash-sale", { ...flash, percent: 30 });
  expect(await pageText()).toContain("30%");
  expect(await pageText()).not.toContain("half");
});

test("a promo code in the link decides the price and the name of the offer, and is passed on to the purchase", async () => {
  const { pageText, links, heading } = await visit("/promos/spring?pc=SPRING26", null);
  expect(heading()).toBe("Spring Offer");
  expect(await pageText()).toContain("$4.99");
  expect(links()[0]).toBe("/gopro?pc=SPRING26");
});

test("a promo code is not passed on when the person gets the same offer without a code", async () => {
  const { links } = await visit("/promos/spring?pc=SPRING26", codePromotion);
  expect(links()[0]).toBe("/gopro");
});

test("`promo=alternate` in the link chooses the second design of the header, and an unknown value the first", async () => {
  await visit("/promos/flash-sale?promo=alternate", flash);
  expect(document.querySelector("header")?.className).toContain("alternate");
  await cleanUp();
  await visit("/promos/flash-sale?promo=unknown", flash);
  expect(document.querySelector("header")?.className).toContain("standard");
});

test("for an unknown promo code, the page says what is wrong and links to all plans", async () => {
  const { pageText, links } = await visit("/promos/spring?pc=WRONG", null);
  expect(await pageText()).toContain("There is no such code.");
  expect(links()).toEqual(["/gopro"]);
});

test.each([
  ["/promos/flash-sale", null],
  ["/promos/flash-sale", { ...flash, kind: "summer" as const }],
  ["/promos/anything", null],
])("without its promotion, the page %s says that there is no such offer", async (path, promotion) => {
  const { pageText } = await visit(path, promotion);
  const text = await pageText();
  expect(text).toContain("There is no such offer now");
  expect(text).not.toContain("a year of PRO");
});

test("an offer without a fixed end has no countdown", async () => {
  const { pageText } = await visit("/promos/renew", {
    ...flash,
    kind: "renew",
    percent: 0,
    extra_months: 24,
  });
  expect(await pageText()).toContain("2 extra years for free.");
  expect(document.querySelector("[role=timer]")).toBeNull();
});

test("an offer without a fixed end does not end while its page stays open", async () => {
  const renew = { ...flash, kind: "renew" as const, percent: 0, extra_months: 24 };
  const { pageText } = await visit("/promos/renew", { ...renew, ends_at: "2026-11-23T11:59:59.000Z" });
  expect(await pageText()).not.toContain("This offer has ended");
  expect(await pageText()).toContain("One year of PRO:");
});

test("the page of a promo code that sets a price shows no percentage", async () => {
  const { pageText } = await visit("/promos/gift", { ...codePromotion, percent: 0 });
  expect(await pageText()).toContain("A year of PRO at a special price.");
  expect(await pageText()).not.toContain("%");
});

test("after the end of a sale, its page says so and shows no price", async () => {
  const { pageText } = await visit("/promos/flash-sale", { ...flash, ends_at: "2026-11-23T11:59:59.000Z" });
  expect(await pageText()).toContain("This offer has ended");
  expect(await pageText()).not.toContain("$9.99");
});

test("the form of a purchase that was sent before the end of a sale stays, and shows the answer", async () => {
  const { pageText, answerPayment } = await visit("/promos/flash-sale", flash, true);
  await expect.poll(pageText).toContain("Pay $9.99");
  document.querySelector<HTMLInputElement>("input[inputmode=numeric]")!.value = "4111 1111 1111 1111";
  await act(async () => document.querySelector("form")!.requestSubmit());
  now = Date.parse(flash.ends_at);
  const timer = () => document.querySelector("[role=timer]")?.textContent;
  await expect.poll(async () => (await pageText()) && timer(), { timeout: 5_000 }).not.toContain("05seconds");
  await answerPayment();
  expect(await pageText()).toContain("Thank you. You bought PRO, 1 Year.");
});

test("when a visitor logs in, the page shows the price for that account", async () => {
  const { logIn, pageText } = await visit("/promos/flash-sale", flash);
  await logIn({ is_pro: true, is_pro_plus: true });
  expect(await pageText()).toContain("One year of PRO plus: Full price $49.99 now $24.99");
});

test("the page of the offer for power users asks a visitor to log in, and the login leads back to it", async () => {
  const { links, pageText } = await visit("/promos/power-user-sale?pc=POWERUSER", null);
  expect(await pageText()).not.toContain("You have written");
  expect(links()).toEqual(["/app/login?after_login=%2Fpromos%2Fpower-user-sale%3Fpc%3DPOWERUSER"]);
});

test("with the promo code of another promotion, the page for power users does not say that the person wrote 15 entries", async () => {
  const { pageText, heading } = await visit("/promos/power-user-sale?pc=SPRING26", null, true);
  await expect.poll(pageText).toContain("Pay $");
  expect(heading()).toBe("Spring Offer");
  expect(await pageText()).not.toContain("You have written");
});

test("a logged-in person gets the purchase form on the promotion page itself", async () => {
  const powerUser = { ...flash, kind: "power_user" as const };
  const { pageText, calls } = await visit("/promos/power-user-sale", powerUser, true);
  await expect.poll(pageText).toContain("Pay $9.99");
  expect(await pageText()).toContain("You have written your 15th entry.");
  // The offer begins when it is seen, so the page asks for its end after that.
  expect(calls).toContain("setOneTimeModal");
  expect(calls.lastIndexOf("listPlans")).toBeGreaterThan(calls.indexOf("setOneTimeModal"));
  expect(document.querySelector("input[type=radio]")).toBeNull();
});

test("when a visitor logs in, the offer for power users begins before the page asks for its end", async () => {
  const { calls, logIn, pageText } = await visit("/promos/power-user-sale", {
    ...flash,
    kind: "power_user" as const,
  });
  await logIn();
  await expect.poll(pageText).toContain("Pay $9.99");
  expect(calls).toContain("setOneTimeModal");
  expect(calls.lastIndexOf("listPlans")).toBeGreaterThan(calls.indexOf("setOneTimeModal"));
});
