// @vitest-environment happy-dom
import type { Promotion } from "@daybook/domain/contract/plans";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { expiredAccount } from "../../shared/expired-account.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { downgradeText as labels } from "./downgrade-text.ts";
import {
  closePage,
  now,
  okReply,
  openPage,
  operation,
  pageSays,
  proUser,
  failedCall,
  submitButton,
} from "./testing/page-harness.tsx";

const renewOffer = {
  id: "renew",
  name: "Two extra years",
  kind: "renew",
  percent: 0,
  ends_at: "2026-12-01T00:00:00.000Z",
  promo_code: "RENEW2",
} as Promotion;

afterEach(closePage);

test("a user reads what the downgrade changes, confirms it with a word, sees it end, and is logged out", async () => {
  const page = await openPage(proUser);
  for (const fact of [labels.loses, ...labels.basic]) expect(page.text()).toContain(fact);
  const [merged, locked] = [...document.querySelectorAll("section section")].map((part) => part.textContent);
  expect(merged).toBe(`${labels.journals.merged}DiaryTravelOpen secrets`);
  expect(locked).toContain("Secrets");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/journals/3/unlock");
  expect(page.text()).toContain("You get $19.99 back");
  expect(page.field("email")).toBeNull();

  await page.typeInto("word", "downgrade");
  expect(submitButton().disabled).toBe(true);
  await page.clear("word");
  await page.typeInto("word", "Downgrade");
  expect(submitButton().disabled).toBe(false);
  await page.typeInto("comments", "Too dear");
  await page.click("Downgrade Now");
  expect(page.text()).toContain(labels.running.heading);
  expect(document.querySelector("progress")?.max).toBe(3);
  page.releaseReplies();
  await pageSays("Downgrade Success");
  expect(page.text()).toContain("redirected to the login page");
  expect(document.querySelector("a")?.textContent).toBe("Okay, got it.");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
  expect(page.callsOf("downgrade").map(({ body }) => body)).toEqual([
    { client: "web", downgrade_options: { refund: true }, downgrade_comments: "Too dear" },
  ]);
});

test("after a log-in refused for an ended plan, the form has the password, and a wrong password keeps the typed fields", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const page = await openPage(null, {
    downgradeLoggedOut: [
      failedCall(422, "wrong_credentials", "Your email or password were incorrect."),
      okReply({ operation }),
    ],
  });
  expect(page.text()).toContain(labels.refund.unknown);
  expect(page.text()).toContain(labels.losesNothing);
  expect(page.text()).not.toContain(labels.loses);
  expect(document.querySelector('a[href="/app/renew"]')?.textContent).toBe(labels.renew);
  expect(page.callsOf("listJournals")).toEqual([]);
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(document.activeElement).toBe(page.field("password"));
  expect(page.text()).toContain("Your email or password were incorrect.");
  expect(page.field("word").value).toBe("Downgrade");
  await page.typeInto("password", "!");
  await page.click("Downgrade Now");
  page.releaseReplies();
  await pageSays("Downgrade Success");
  expect(expiredAccount.get()).toBeNull();
  const [first, second] = page.callsOf("downgradeLoggedOut");
  expect(first?.body).toMatchObject({ email: "samuel@example.org", password: "blessed be god" });
  expect(second?.body).toMatchObject({ email: "samuel@example.org", password: "blessed be god!" });
  expect(second?.key).not.toBe(first?.key);
});

test("without e-mail and password a visitor cannot downgrade", async () => {
  const page = await openPage(null);
  expect(document.querySelector('a[href="/app/renew"]')?.textContent).toBe(labels.keep);
  await page.typeInto("word", "Downgrade");
  expect(submitButton().disabled).toBe(true);
  await page.typeInto("email", "samuel@example.org");
  await page.typeInto("password", "blessed be god");
  expect(submitButton().disabled).toBe(false);
});

test("after a lost reply, trying again sends the same downgrade with the same key", async () => {
  const page = await openPage(proUser, {
    downgrade: [failedCall(0, "network"), okReply({ operation })],
  });
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(page.text()).toContain(labels.unknown);
  expect(page.field("word").value).toBe("Downgrade");
  await page.click("Try again");
  expect(page.text()).toContain(labels.running.heading);
  expect(new Set(page.callsOf("downgrade").map(({ key }) => key)).size).toBe(1);
});

test("when the session has ended before a repeated request, the page says so and links to the log-in", async () => {
  const page = await openPage(proUser, {
    downgrade: [failedCall(0, "network"), failedCall(401, "unauthenticated")],
  });
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  await page.click("Try again");
  expect(page.text()).toContain(labels.sessionEnded.detail);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
});

test("a user with PRO plus can choose PRO or the basic plan, and a downgrade to PRO keeps the session", async () => {
  const page = await openPage({ ...proUser, is_pro_plus: true });
  expect(page.text()).toContain(labels.pro[0]);
  expect(page.text()).not.toContain(labels.basic[0]);
  const basic = document.querySelector<HTMLInputElement>('input[value="signedIn"]')!;
  await act(async () => basic.click());
  expect(page.text()).toContain(labels.basic[0]);
  await act(async () => document.querySelector<HTMLInputElement>('input[value="plusToPro"]')!.click());
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  page.releaseReplies();
  await pageSays(labels.done.detailPro);
  expect(document.querySelector("a")?.textContent).toBe(labels.done.next);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/account/billing");
  expect(page.callsOf("plusToProDowngrade")).toHaveLength(1);
  expect(page.callsOf("refreshToken")).toHaveLength(1);
  expect(page.sessionActor.getSnapshot().context.session).not.toBeNull();
});

test("a logged-in user whose plan has ended is told that no paid time is lost, and gets a link to renew", async () => {
  const page = await openPage({ ...proUser, is_pro: false });
  expect(page.text()).toContain(labels.losesNothing);
  expect(document.querySelector('a[href="/app/renew"]')?.textContent).toBe(labels.renew);
});

test("the offer opens the renewal page with the offer's promo code", async () => {
  const page = await openPage(proUser, { getDowngradeOffer: [okReply({ promotion: renewOffer })] });
  expect(page.text()).toContain("LIMITED OFFER");
  expect(page.text()).toContain("Renew now and get two extra years for free!");
  await page.click("Claim offer");
  const { pathname, search } = page.router.state.location;
  expect(pathname + search).toBe("/app/renew?hidemessage=true&pc=RENEW2");
  expect(page.callsOf("downgrade")).toEqual([]);
});

test("when the details cannot be loaded, the page shows the error and loads them again on request", async () => {
  const page = await openPage(proUser, {
    getRefundAmount: [failedCall(503, "unavailable", "Not now."), okReply({ refund_amount: 0 })],
  });
  expect(page.text()).toContain("Not now.");
  await page.click("Try again");
  expect(page.text()).toContain(labels.refund.none);
});

test.each([
  [2, labels.journals.one("Diary")],
  [3, labels.journals.oneEncrypted("Diary")],
])(
  "the page says what happens to the only unlocked journal, with a lock of type %s",
  async (type, sentence) => {
    const journal = sampleJournal(1, { name: "Diary", lock_type_id: type, is_unlocked: true });
    const page = await openPage(proUser, { listJournals: [okReply({ journals: [{ journal }] })] });
    expect(page.text()).toContain(sentence);
  },
);

test("a user who bought a plan in another browser can downgrade it", async () => {
  const newSession = { ...sampleSession(now + 40 * 86_400_000), user: proUser };
  const page = await openPage(sampleSession(now).user, { refreshToken: [okReply(newSession)] });
  expect(page.text()).toContain(labels.loses);
  expect(submitButton()).not.toBeNull();
});

test.each([
  [
    "a log-in of another account stays valid after the end of the downgrade",
    okReply({ downgrade: null }),
    true,
  ],
  [
    "a log-in that the server ended with the downgrade is ended here, too",
    failedCall(401, "unauthenticated"),
    false,
  ],
])("%s", async (_, sessionReply, isValid) => {
  const page = await openPage(proUser, {
    getRunningDowngrade: [okReply({ downgrade: null }), sessionReply],
  });
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  const id = isValid ? proUser.id + 1 : proUser.id;
  const session = { ...sampleSession(now + 40 * 86_400_000, "new token"), user: { ...proUser, id } };
  await act(async () => page.sessionActor.send({ type: "session.opened", session }));
  page.releaseReplies();
  await pageSays("Downgrade Success");
  expect(page.sessionActor.getSnapshot().context.session).toEqual(isValid ? session : null);
});

test("a user without a paid plan has nothing to downgrade", async () => {
  const page = await openPage(sampleSession(now).user);
  expect(page.text()).toContain(labels.nothing.heading);
  expect(submitButton()).toBeNull();
});

test("when the session ends in another tab, the form asks for e-mail and password", async () => {
  const page = await openPage(proUser);
  await page.typeInto("word", "Downgrade");
  await act(async () => page.sessionActor.send({ type: "unauthorised" }));
  expect(page.field("email")).not.toBeNull();
  expect(page.field("word").value).toBe("Downgrade");
  expect(page.text()).not.toContain("$19.99");
  expect(page.text()).toContain(labels.refund.unknown);
});

test("when somebody logs in in another tab, the form forgets the e-mail and the password of a refused log-in", async () => {
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const page = await openPage(null);
  expect(page.field("password").value).toBe("blessed be god");
  const session = sampleSession(now + 40 * 86_400_000);
  await act(async () => page.sessionActor.send({ type: "session.opened", session }));
  expect([page.field("email").value, page.field("password").value]).toEqual(["", ""]);
});
