// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { expiredAccount } from "../../shared/expired-account.ts";
import { downgradeText as labels } from "./downgrade-text.ts";
import { openDowngrade } from "./open-downgrade.ts";
import {
  closePage,
  held,
  now,
  ok,
  openPage,
  operation,
  pageSays,
  proUser,
  refusal,
  submitButton,
} from "./testing/page-harness.tsx";

afterEach(closePage);

const running = ok({ operation: { ...operation, done: 2 } });
const done = ok({ operation: { ...operation, done: 3, status: "done" } });
const doneLater = held({ operation: { ...operation, done: 3, status: "done" } });
const stopped = ok({ operation: { ...operation, done: 1, status: "failed" } });
const noSession = refusal(401, "unauthenticated");
const userId = proUser.id;
const sent = { userId, kind: "signedIn", startedAt: now - 60_000, operation: { id: 4, token: "t" } } as const;
const basicUser = { ...proUser, is_pro: false, pro_membership: null };

test("a user who comes back sees the downgrade that runs, also without a note in this browser", async () => {
  const page = await openPage(proUser, {
    getRunningDowngrade: [ok({ downgrade: { to: "basic", operation: { ...operation, done: 2 } } })],
    getOperation: [doneLater],
  });
  expect(page.text()).toContain(labels.running.heading);
  expect(document.querySelector("progress")?.value).toBe(2);
  expect(submitButton()).toBeNull();
  expect(openDowngrade.find(null, now)).toMatchObject({ operation: { id: 4, token: "t" } });
  page.finish();
  await pageSays("Downgrade Success");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
  expect(openDowngrade.find(null, now)).toBeNull();
  expect(page.sent("downgrade")).toEqual([]);
});

test("a user whose session was ended by the downgrade is told that it is done", async () => {
  openDowngrade.note(sent);
  const page = await openPage(proUser, { getRunningDowngrade: [noSession], getOperation: [done] });
  expect(page.text()).toContain(labels.done.detail);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
});

test("without the operation, an ended session leads to the log-in, and the page says why", async () => {
  openDowngrade.note({ ...sent, operation: null });
  const page = await openPage(proUser, { getRunningDowngrade: [noSession] });
  expect(page.text()).toContain(labels.sessionEnded.detail);
});

test.each(["signedIn", "loggedOut"] as const)(
  "%s: a visitor who comes back sees it run and end",
  async (kind) => {
    openDowngrade.note({ ...sent, userId: kind === "loggedOut" ? null : userId, kind });
    const page = await openPage(null, { getOperation: [running, doneLater] });
    expect(page.text()).toContain(labels.running.heading);
    expect(page.field("email")).toBeNull();
    page.finish();
    await pageSays("Downgrade Success");
    expect(page.sent("getRunningDowngrade")).toEqual([]);
  },
);

test.each([[sent.operation], [null]])(
  "a visitor is not told about a downgrade to PRO that a user sent before the log-out: %j",
  async (sentOperation) => {
    openDowngrade.note({ ...sent, kind: "plusToPro", operation: sentOperation });
    const page = await openPage(null, { getOperation: [done] });
    expect(page.field("email")).not.toBeNull();
    expect(page.text()).not.toContain(labels.done.heading);
    expect(page.text()).not.toContain("You sent a downgrade on");
    expect(page.sent("getOperation")).toEqual([]);
    expect(openDowngrade.find(userId, now)?.kind).toBe("plusToPro");
  },
);

test("a visitor whose downgrade had no answer gets the form, which says so", async () => {
  openDowngrade.note({ ...sent, userId: null, kind: "loggedOut", operation: null });
  const page = await openPage(null);
  expect(page.text()).toContain("left before the answer. If it went through");
  expect(page.field("email")).not.toBeNull();
});

test("a visitor learns nothing from an operation that is gone, or about another account", async () => {
  openDowngrade.note(sent);
  const page = await openPage(null, { getOperation: [refusal(404, "not_found")] });
  expect(page.field("email")).not.toBeNull();
  expect(page.text()).not.toContain("left before the answer");
  expect(openDowngrade.find(null, now)).toBeNull();
  await page.remove();
  openDowngrade.note(sent);
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const other = await openPage(null, { getOperation: [done] });
  expect(other.field("email").value).toBe("samuel@example.org");
  expect(other.sent("getOperation")).toEqual([]);
});

test("whoever has logged in since sees the basic plan, and the session gets it", async () => {
  openDowngrade.note(sent);
  const session = { ...proUser, is_pro: false, pro_membership: null };
  const page = await openPage(session, { getOperation: [done], refreshToken: [refusal(503, "unavailable")] });
  expect(page.text()).toContain(labels.nothing.heading);
  expect(page.sent("refreshToken")).toHaveLength(1);
  expect(openDowngrade.find(userId, now)).toBeNull();
});

test("a change to PRO that has ended meanwhile is told, and the session gets the plan", async () => {
  openDowngrade.note({ ...sent, kind: "plusToPro" });
  const page = await openPage({ ...proUser, is_pro_plus: true }, { getOperation: [done] });
  expect(page.text()).toContain(labels.done.detailPro);
  expect(page.sent("refreshToken")).toHaveLength(1);
  expect(page.sessionActor.getSnapshot().context.session).not.toBeNull();
});

test("one that stopped leads to the form, which says so", async () => {
  openDowngrade.note(sent);
  const page = await openPage(proUser, { getOperation: [stopped] });
  expect(page.text()).toContain(labels.stopped);
  expect(submitButton()).not.toBeNull();
  expect(openDowngrade.find(userId, now)).toBeNull();
});

test("the note of another account is not followed", async () => {
  openDowngrade.note({ ...sent, userId: userId + 1 });
  const page = await openPage(basicUser, { getOperation: [done] });
  expect(page.text()).toContain(labels.nothing.heading);
  expect(page.sent("getOperation")).toEqual([]);
});

test.each([[null], [proUser]])(
  "while the server cannot be reached, the page says so (user %#)",
  async (user) => {
    openDowngrade.note(sent);
    const offline = refusal(0, "network", "No connection.");
    const page = await openPage(user, {
      getRunningDowngrade: [offline, noSession],
      getOperation: user ? [done] : [offline, done],
    });
    expect(page.text()).toContain("No connection.");
    expect(submitButton()).toBeNull();
    await page.click("Try again");
    expect(page.text()).toContain(labels.done.detail);
  },
);

test("what is sent is noted until it is refused or has ended", async () => {
  const page = await openPage(proUser, {
    downgrade: [refusal(0, "network"), refusal(422, "payment_pending"), ok({ operation })],
  });
  const note = () => openDowngrade.find(userId, now);
  expect(note()).toBeNull();
  await page.fill("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(note()).toEqual({ ...sent, startedAt: now, operation: null });
  await page.click("Try again");
  expect(note()).toBeNull();
  await page.click("Downgrade Now");
  expect(note()).toEqual({ ...sent, startedAt: now });
  expect(JSON.stringify(localStorage)).not.toContain(proUser.email);
});
