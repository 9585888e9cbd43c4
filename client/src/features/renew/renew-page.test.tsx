// @vitest-environment happy-dom
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { RenewErrorPage } from "./renew-error-page.tsx";
import { RenewPage } from "./renew-page.tsx";
import { renewText as labels } from "./renew-text.ts";
import { samplePlan } from "../../shared/testing/sample-plan.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const membership = {
  package_name: "standard",
  subscription_length: 1,
  expires_at: "2026-11-01T12:00:00.000Z",
  auto_renew: false,
};
const freeSession = sampleSession(now + 40 * 86_400_000);
const withUser = (changes: Partial<Session["user"]>): Session => ({
  ...freeSession,
  user: { ...freeSession.user, ...changes },
});
const expiredSession = withUser({ pro_membership: membership });
const paidSession = withUser({
  is_pro: true,
  pro_membership: { ...membership, expires_at: "2027-11-23T12:00:00.000Z" },
});

type Result = { ok: true; status: number; data: unknown } | { ok: false; [name: string]: unknown };
const ok = (data: unknown): Result => ({ ok: true, status: 200, data });
const failed = (status: number, code: string, error?: string): Result => ({
  ok: false,
  status,
  code,
  message: error ?? "Something went wrong.",
  body: error ? { error, code } : null,
  retryAfter: null,
});

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/purchase/purchase-form.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(async () => {
  await cleanUp();
  expiredAccount.set(null);
});

async function openPage(address: string, session: Session | null, payResults: Result[] = []) {
  const trackedEvents: string[] = [];
  const purchases: { name: string; body: unknown; key: string | undefined }[] = [];
  const results: Record<string, Result> = {
    listPlans: ok({ plans: [{ plan: samplePlan }], promotion: null }),
    clientConfig: ok({
      turnstile_site_key: null,
      payment: { kind: "sandbox", test_mode: true, client_token: null },
      support_email: "help@example.org",
    }),
  };
  const api = {
    call: async (name: string, input?: { body?: unknown }, options?: { idempotencyKey?: string }) => {
      if (results[name]) return results[name];
      purchases.push({ name, body: input?.body, key: options?.idempotencyKey });
      return payResults.shift() ?? ok(paidSession);
    },
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const services = {
    api,
    sessionActor,
    settings: new SettingsStore(api),
    clientConfig: new ClientConfigStore(api),
    clock: { now: () => now },
    analytics: { track: (event: string) => void trackedEvents.push(event) },
  } as unknown as Services;
  const router = createMemoryRouter(
    [
      { path: "/app/renew", Component: RenewPage },
      { path: "/app/renew-error", Component: RenewErrorPage },
    ],
    { initialEntries: [address] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const { field } = page;
  return {
    purchases,
    trackedEvents,
    field,
    sessionActor,
    text: () => document.body.textContent,
    /** Types after what the field already contains. */
    typeInto: async (label: string, text: string) => {
      field(label).focus();
      await page.type(text);
    },
    chooseYear: async () => {
      await waitUntilPasses(() => expect(document.querySelector("input[type=radio]")).not.toBeNull());
      await act(async () => document.querySelector<HTMLInputElement>("input[type=radio]")!.click());
    },
    click: (name: string) => act(async () => page.button(name).click()),
  };
}

/** Waits until the check passes. React renders only within `act`. */
const waitUntilPasses = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 20_000 },
  );

const heading = () => document.querySelector("h1")?.textContent;
const linkTo = (path: string) => document.querySelector(`a[href="${path}"]`);
const cardLabel = "Test card number";
const helpLabel = "Other ways to pay, and help";

test("somebody whose log-in was refused because the plan ended renews with the same e-mail and password", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const address = "/app/renew?after_login=%2Fsearch%3Fq%3Dtea";
  const page = await openPage(address, null, [failed(422, "declined", "The card was declined.")]);
  expect(heading()).toBe("Renew PRO");
  expect(page.text()).toContain(labels.ended.heading);
  expect(page.text()).toContain(labels.ended.detail);
  expect(page.text()).toContain(labels.accountLead("samuel@example.org"));
  expect(linkTo("/app/login?after_login=%2Fsearch%3Fq%3Dtea")?.textContent).toBe(labels.logInOther);
  expect(linkTo("/app/downgrade")).not.toBeNull();
  await page.chooseYear();
  expect(page.text()).toContain("You pay$19.99");
  await page.typeInto(cardLabel, "4111111111111111");
  await page.click("Pay $19.99");
  expect(page.text()).toContain("The card was declined.");
  expect(linkTo("/app/renew-error?after_login=%2Fsearch%3Fq%3Dtea")?.textContent).toBe(helpLabel);
  expect(page.field(cardLabel).value).toBe("4111111111111111");
  await page.click("Pay $19.99");
  expect(page.text()).toContain("Thank you. You bought PRO, 1 Year.");
  expect(page.text()).not.toContain(helpLabel);
  expect(linkTo("/search?q=tea")?.textContent).toBe(labels.goOn);
  expect(page.sessionActor.getSnapshot().context.session).toEqual(paidSession);
  expect(expiredAccount.get()).toBeNull();
  const [first, second] = page.purchases;
  expect(first?.body).toMatchObject({
    user: { email: "samuel@example.org", plain_password: "blessed be god" },
    membership_package_name: "standard",
    current_total: 19.99,
  });
  expect([first?.name, second?.name]).toEqual(["goProLoggedOut", "goProLoggedOut"]);
  expect(second?.key).not.toBe(first?.key);
  expect(page.trackedEvents).toEqual([
    "Pro Payment Submit",
    "Pro Payment Error",
    "Pro Payment Submit",
    "Pro Renewal",
  ]);
});

test("after somebody has logged in and out in another tab, the e-mail and password are not filled in again", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const { field, sessionActor, text } = await openPage("/app/renew", null);
  await waitUntilPasses(() => expect(field("Password").value).toBe("blessed be god"));
  await act(async () => {
    sessionActor.send({ type: "session.opened", session: freeSession });
    // `app/follow-session.ts` does this.
    expiredAccount.set(null);
  });
  expect(text()).not.toContain("samuel@example.org");
  await act(async () => sessionActor.send({ type: "account.deleted" }));
  expect([field("E-mail").value, field("Password").value]).toEqual(["", ""]);
});

test("a visitor who did not try to log in must enter e-mail and password, and the password field says when they are wrong", async () => {
  const wrongMessage = "Your email or password were incorrect.";
  const page = await openPage("/app/renew", null, [failed(422, "wrong_credentials", wrongMessage)]);
  expect(linkTo("/app/login")?.textContent).toBe(labels.logIn);
  expect(page.text()).not.toContain(labels.ended.heading);
  await page.chooseYear();
  await page.typeInto(cardLabel, "4111111111111111");
  await page.click("Pay $19.99");
  expect(page.text()).toContain(purchaseText.emailMissing);
  expect(document.activeElement).toBe(page.field("E-mail"));
  await page.typeInto("E-mail", "samuel@example.org");
  await page.click("Pay $19.99");
  expect(page.text()).toContain(purchaseText.passwordMissing);
  expect(page.purchases).toEqual([]);
  await page.typeInto("Password", "blessed be god");
  await page.click("Pay $19.99");
  const password = page.field("Password");
  expect(document.getElementById(password.getAttribute("aria-describedby")!)?.textContent).toBe(wrongMessage);
  // No payment was tried.
  expect(page.text()).not.toContain(helpLabel);
  expect(page.field("E-mail").value).toBe("samuel@example.org");
});

test("a purchase without an answer is repeated unchanged", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const page = await openPage("/app/renew", null, [failed(0, "network")]);
  await page.chooseYear();
  await page.typeInto(cardLabel, "4111111111111111");
  await page.click("Pay $19.99");
  // Only the same purchase can be sent again.
  expect(page.field("Password").closest("fieldset")?.disabled).toBe(true);
  // The form repeats it after a pause.
  await waitUntilPasses(() => expect(page.text()).toContain("Thank you."));
  expect(page.purchases).toHaveLength(2);
  expect(page.purchases[1]).toEqual(page.purchases[0]);
});

test("a refusal without a reason shows the general error message", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const page = await openPage("/app/renew", null, [failed(422, "invalid")]);
  await page.chooseYear();
  await page.typeInto(cardLabel, "4111111111111111");
  await page.click("Pay $19.99");
  expect(page.text()).toContain(
    "An unkown error occurred while submitting your payment. Please check your payment info and try again.",
  );
});

test.each([
  ["a user whose plan ended", "/app/renew", expiredSession, "Renew PRO", true],
  ["the same user with `hidemessage`", "/app/renew?hidemessage=true", expiredSession, "Renew PRO", false],
  ["a user with a plan", "/app/renew", paidSession, "Renew PRO", false],
  ["a user who never had a plan", "/app/renew", freeSession, "Upgrade to PRO", false],
])(
  "the heading for %s, and whether the page says that the plan has ended",
  async (_, address, session, title, saysEnded) => {
    const page = await openPage(address, session);
    expect(heading()).toBe(title);
    expect(page.text().includes(labels.ended.heading)).toBe(saysEnded);
    expect(page.field("E-mail")).toBeNull();
  },
);

test("somebody who is still logged in after the end of the plan reads what that means, with a link to downgrade", async () => {
  const page = await openPage("/app/renew", expiredSession);
  expect(page.text()).toContain(labels.endedLoggedIn);
  expect(page.text()).not.toContain(labels.ended.detail);
  expect(page.text()).toContain(labels.endedLead);
  expect(page.text()).not.toContain(labels.lead);
  expect(linkTo("/app/downgrade")).not.toBeNull();
});

test("the payment error page has the address for help, and leads back to the form", async () => {
  await openPage("/app/renew-error", null);
  expect(heading()).toBe("We could not process your payment at this time.");
  expect(linkTo("mailto:help@example.org")?.textContent).toBe("help@example.org");
  expect(linkTo("/app/renew?hidemessage=true")?.textContent).toBe("Renew / Upgrade");
  expect(linkTo("/support")).not.toBeNull();
});

test("the payment error page keeps the promo code and the page to continue on", async () => {
  await openPage("/app/renew-error?pc=SPRING&after_login=%2Fjournals%2F7", null);
  const path = "/app/renew?hidemessage=true&pc=SPRING&after_login=%2Fjournals%2F7";
  expect(linkTo(path)?.textContent).toBe("Renew / Upgrade");
});
