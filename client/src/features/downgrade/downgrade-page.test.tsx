// @vitest-environment happy-dom
import type { Operation } from "@daybook/domain/contract/entry-bulk";
import type { Promotion } from "@daybook/domain/contract/plans";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { DowngradePage } from "./downgrade-page.tsx";
import { downgradeText as labels } from "./downgrade-text.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const membership = {
  package_name: "standard",
  subscription_length: 1,
  expires_at: "2027-11-22T12:00:00.000Z",
  auto_renew: false,
};
const proUser = { ...sampleSession(now + 40 * 86_400_000).user, is_pro: true, pro_membership: membership };
const operation = {
  id: 4,
  done: 0,
  total: 3,
  status: "running",
  result: null,
  token: "t",
} as unknown as Operation;
const renewOffer = {
  id: "renew",
  name: "Two extra years",
  kind: "renew",
  percent: 0,
  ends_at: "2026-12-01T00:00:00.000Z",
  promo_code: "RENEW2",
} as Promotion;

type Answer = { status: number; data?: unknown; code?: string; message?: string; fields?: object };
type Call = { name: string; body: Record<string, unknown> | undefined; key: string | undefined };

const ok = (data: unknown): Answer => ({ status: 200, data });
const refusal = (status: number, code: string, message = "No."): Answer => ({ status, code, message });

let cleanUp = async () => {};
afterEach(async () => {
  await cleanUp();
  expiredAccount.set(null);
});

/** @param user null for a visitor */
async function openPage(user: object | null, changes: Record<string, Answer[]> = {}) {
  const answers: Record<string, Answer[]> = {
    listJournals: [
      ok({
        journals: [
          { journal: sampleJournal(1, { name: "Diary" }) },
          { journal: sampleJournal(2, { name: "Travel" }) },
          { journal: sampleJournal(3, { name: "Secrets", lock_type_id: 3, is_unlocked: false }) },
          { journal: sampleJournal(4, { name: "Open secrets", lock_type_id: 2, is_unlocked: true }) },
        ],
      }),
    ],
    getRefundAmount: [ok({ refund_amount: 19.99 })],
    getDowngradeOffer: [ok({ promotion: null })],
    downgrade: [ok({ operation })],
    plusToProDowngrade: [ok({ operation })],
    downgradeLoggedOut: [ok({ operation })],
    getOperation: [ok({ operation: { ...operation, done: 3, status: "done" } })],
    ...changes,
  };
  const sentCalls: Call[] = [];
  const api = {
    call: async (name: string, input?: { body?: Call["body"] }, options?: { idempotencyKey?: string }) => {
      sentCalls.push({ name, body: input?.body, key: options?.idempotencyKey });
      const queue = answers[name] ?? [];
      const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? refusal(404, "not_found");
      const isOk = answer.status >= 200 && answer.status < 300;
      return isOk ? { ok: true, ...answer } : { ok: false, body: null, retryAfter: null, ...answer };
    },
  } as unknown as Api;
  const session = user ? { ...sampleSession(now + 40 * 86_400_000), user } : null;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session as never },
  }).start();
  const clock = { now: () => now };
  const settings = new SettingsStore(api);
  const services = { api, sessionActor, settings, clock, isMobile: false } as unknown as Services;
  const router = createMemoryRouter(
    [
      { path: "/app/downgrade", Component: DowngradePage },
      { path: "*", element: <p>another page</p> },
    ],
    { initialEntries: ["/app/downgrade"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  return {
    ...page,
    router,
    sessionActor,
    field,
    sent: (name: string) => sentCalls.filter((call) => call.name === name),
    text: () => document.body.textContent,
    fill: async (name: string, text: string) => {
      field(name).focus();
      await page.type(text);
    },
    clear: (name: string) =>
      act(async () => {
        Reflect.set(HTMLInputElement.prototype, "value", "", field(name));
        field(name).dispatchEvent(new Event("input", { bubbles: true }));
      }),
    click: (name: string) => act(async () => page.button(name).click()),
  };
}

const submitButton = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')!;
/** Waits until the page says this. Its timers run outside of `act`. */
async function pageSays(sentence: string) {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(() => expect(document.body.textContent).toContain(sentence), { timeout: 20_000 });
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

test("the downgrade is explained, confirmed by a word, followed to its end, and ends the session", async () => {
  const page = await openPage(proUser);
  for (const fact of labels.basic) expect(page.text()).toContain(fact);
  const [merged, locked] = [...document.querySelectorAll("section section")].map((part) => part.textContent);
  expect(merged).toBe(`${labels.journals.merged}DiaryTravelOpen secrets`);
  expect(locked).toContain("Secrets");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/journals/3/unlock");
  expect(page.text()).toContain("You get $19.99 back");
  expect(page.field("email")).toBeNull();

  await page.fill("word", "downgrade");
  expect(submitButton().disabled).toBe(true);
  await page.clear("word");
  await page.fill("word", "Downgrade");
  expect(submitButton().disabled).toBe(false);
  await page.fill("comments", "Too dear");
  await page.click("Downgrade Now");
  expect(page.text()).toContain(labels.running.heading);
  expect(document.querySelector("progress")?.max).toBe(3);
  await pageSays("Downgrade Success");
  expect(page.text()).toContain("redirected to the login page");
  expect(document.querySelector("a")?.textContent).toBe("Okay, got it.");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
  expect(page.sent("downgrade").map(({ body }) => body)).toEqual([
    { client: "web", downgrade_options: { refund: true }, downgrade_comments: "Too dear" },
  ]);
});

test("a visitor whose plan has ended types no password again, and a refusal keeps what was typed", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const page = await openPage(null, {
    downgradeLoggedOut: [
      refusal(422, "wrong_credentials", "Your email or password were incorrect."),
      ok({ operation }),
    ],
  });
  expect(page.text()).toContain(labels.refund.unknown);
  expect(page.sent("listJournals")).toEqual([]);
  await page.fill("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(document.activeElement).toBe(page.field("password"));
  expect(page.text()).toContain("Your email or password were incorrect.");
  expect(page.field("word").value).toBe("Downgrade");
  await page.fill("password", "!");
  await page.click("Downgrade Now");
  await pageSays("Downgrade Success");
  expect(expiredAccount.get()).toBeNull();
  const [first, second] = page.sent("downgradeLoggedOut");
  expect(first?.body).toMatchObject({ email: "samuel@example.org", password: "blessed be god" });
  expect(second?.body).toMatchObject({ email: "samuel@example.org", password: "blessed be god!" });
  expect(second?.key).not.toBe(first?.key);
});

test("without e-mail and password a visitor cannot downgrade", async () => {
  const page = await openPage(null);
  await page.fill("word", "Downgrade");
  expect(submitButton().disabled).toBe(true);
  await page.fill("email", "samuel@example.org");
  await page.fill("password", "blessed be god");
  expect(submitButton().disabled).toBe(false);
});

test("after a lost reply the same downgrade is sent again", async () => {
  const page = await openPage(proUser, {
    downgrade: [refusal(0, "network"), ok({ operation })],
  });
  await page.fill("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(page.text()).toContain(labels.unknown);
  expect(page.field("word").value).toBe("Downgrade");
  await page.click("Try again");
  expect(page.text()).toContain(labels.running.heading);
  expect(new Set(page.sent("downgrade").map(({ key }) => key)).size).toBe(1);
});

test("a repeat that finds no session leads to the log-in, and says why", async () => {
  const page = await openPage(proUser, {
    downgrade: [refusal(0, "network"), refusal(401, "unauthenticated")],
  });
  await page.fill("word", "Downgrade");
  await page.click("Downgrade Now");
  await page.click("Try again");
  expect(page.text()).toContain(labels.sessionEnded.detail);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
});

test("with PRO plus, the downgrade leads to PRO unless the basic plan is chosen", async () => {
  const page = await openPage({ ...proUser, is_pro_plus: true });
  expect(page.text()).toContain(labels.pro[0]);
  expect(page.text()).not.toContain(labels.basic[0]);
  const basic = document.querySelector<HTMLInputElement>('input[value="signedIn"]')!;
  await act(async () => basic.click());
  expect(page.text()).toContain(labels.basic[0]);
  await act(async () => document.querySelector<HTMLInputElement>('input[value="plusToPro"]')!.click());
  await page.fill("word", "Downgrade");
  await page.click("Downgrade Now");
  await pageSays(labels.done.detailPro);
  expect(page.sent("plusToProDowngrade")).toHaveLength(1);
  expect(page.sent("refreshToken")).toHaveLength(1);
  expect(page.sessionActor.getSnapshot().context.session).not.toBeNull();
});

test("the offer leads to the renewal with its code", async () => {
  const page = await openPage(proUser, { getDowngradeOffer: [ok({ promotion: renewOffer })] });
  expect(page.text()).toContain("LIMITED OFFER");
  expect(page.text()).toContain("Renew now and get two extra years for free!");
  await page.click("Claim offer");
  const { pathname, search } = page.router.state.location;
  expect(pathname + search).toBe("/app/renew?hidemessage=true&pc=RENEW2");
  expect(page.sent("downgrade")).toEqual([]);
});

test("when the details cannot be loaded, the page says so and loads them again", async () => {
  const page = await openPage(proUser, {
    getRefundAmount: [refusal(503, "unavailable", "Not now."), ok({ refund_amount: 0 })],
  });
  expect(page.text()).toContain("Not now.");
  await page.click("Try again");
  expect(page.text()).toContain(labels.refund.none);
});

test("a user without a paid plan has nothing to downgrade", async () => {
  const page = await openPage(sampleSession(now).user);
  expect(page.text()).toContain(labels.nothing.heading);
  expect(submitButton()).toBeNull();
});

test("a session that ends in another tab leads to the fields of a visitor", async () => {
  const page = await openPage(proUser);
  await page.fill("word", "Downgrade");
  await act(async () => page.sessionActor.send({ type: "unauthorised" }));
  expect(page.field("email")).not.toBeNull();
  expect(page.field("word").value).toBe("Downgrade");
});
