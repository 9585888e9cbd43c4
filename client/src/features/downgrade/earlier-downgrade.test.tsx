// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { expiredAccount } from "../../shared/expired-account.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { downgradeText as labels } from "./downgrade-text.ts";
import { openDowngradeStore } from "./open-downgrade.ts";
import {
  closePage,
  heldReply,
  now,
  okReply,
  openPage,
  operation,
  pageSays,
  proUser,
  failedCall,
  submitButton,
} from "./testing/page-harness.tsx";

afterEach(closePage);

const runningReply = okReply({ operation: { ...operation, done: 2 } });
const doneReply = okReply({ operation: { ...operation, done: 3, status: "done" } });
const heldDoneReply = heldReply({ operation: { ...operation, done: 3, status: "done" } });
const stoppedReply = okReply({ operation: { ...operation, done: 1, status: "failed" } });
const noSessionReply = failedCall(401, "unauthenticated");
const userId = proUser.id;
const sentDowngrade = {
  userId,
  kind: "signedIn",
  startedAt: now - 60_000,
  operation: { id: 4, token: "t" },
} as const;
const basicUser = { ...proUser, is_pro: false, pro_membership: null };

test("a user who comes back sees the running downgrade, even if this browser has no note of it", async () => {
  const page = await openPage(proUser, {
    getRunningDowngrade: [okReply({ downgrade: { to: "basic", operation: { ...operation, done: 2 } } })],
    getOperation: [heldDoneReply],
  });
  expect(page.text()).toContain(labels.running.heading);
  expect(document.querySelector("progress")?.value).toBe(2);
  expect(submitButton()).toBeNull();
  expect(openDowngradeStore.find(null, now)).toMatchObject({ operation: { id: 4, token: "t" } });
  page.releaseReplies();
  await pageSays("Downgrade Success");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
  expect(openDowngradeStore.find(null, now)).toBeNull();
  expect(page.callsOf("downgrade")).toEqual([]);
});

test("a user whose session was ended by the downgrade is told that it is done", async () => {
  openDowngradeStore.note(sentDowngrade);
  const page = await openPage(proUser, { getRunningDowngrade: [noSessionReply], getOperation: [doneReply] });
  expect(page.text()).toContain(labels.done.detail);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
  expect(page.sessionActor.getSnapshot().context.session).toBeNull();
});

test("when the note has no operation, the page says that the session has ended, and links to the log-in", async () => {
  openDowngradeStore.note({ ...sentDowngrade, operation: null });
  const page = await openPage(proUser, { getRunningDowngrade: [noSessionReply] });
  expect(page.text()).toContain(labels.sessionEnded.detail);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/app/login");
});

test.each(["signedIn", "loggedOut"] as const)(
  "%s: a visitor who comes back sees the downgrade run and end",
  async (kind) => {
    openDowngradeStore.note({ ...sentDowngrade, userId: kind === "loggedOut" ? null : userId, kind });
    const page = await openPage(null, { getOperation: [runningReply, heldDoneReply] });
    expect(page.text()).toContain(labels.running.heading);
    expect(page.field("email")).toBeNull();
    page.releaseReplies();
    await pageSays("Downgrade Success");
    expect(page.callsOf("getRunningDowngrade")).toEqual([]);
  },
);

test.each([[sentDowngrade.operation], [null]])(
  "a visitor is not told about a downgrade to PRO that a user sent before the log-out: %j",
  async (sentOperation) => {
    openDowngradeStore.note({ ...sentDowngrade, kind: "plusToPro", operation: sentOperation });
    const page = await openPage(null, { getOperation: [doneReply] });
    expect(page.field("email")).not.toBeNull();
    expect(page.text()).not.toContain(labels.done.heading);
    expect(page.text()).not.toContain("You sent a downgrade on");
    expect(page.callsOf("getOperation")).toEqual([]);
    expect(openDowngradeStore.find(userId, now)?.kind).toBe("plusToPro");
  },
);

test("a visitor whose downgrade got no answer gets the form, which says so", async () => {
  openDowngradeStore.note({ ...sentDowngrade, userId: null, kind: "loggedOut", operation: null });
  const page = await openPage(null);
  expect(page.text()).toContain("left before the answer. If it went through");
  expect(page.field("email")).not.toBeNull();
});

test("a visitor is told nothing about an operation that no longer exists, or about the downgrade of another account", async () => {
  openDowngradeStore.note(sentDowngrade);
  const page = await openPage(null, { getOperation: [failedCall(404, "not_found")] });
  expect(page.field("email")).not.toBeNull();
  expect(page.text()).not.toContain("left before the answer");
  expect(openDowngradeStore.find(null, now)).toBeNull();
  await page.remove();
  openDowngradeStore.note(sentDowngrade);
  expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
  const otherPage = await openPage(null, { getOperation: [doneReply] });
  expect(otherPage.field("email").value).toBe("samuel@example.org");
  expect(otherPage.callsOf("getOperation")).toEqual([]);
});

test("a user who has logged in again since the downgrade has nothing to downgrade, even if the session cannot be refreshed", async () => {
  openDowngradeStore.note(sentDowngrade);
  const page = await openPage(basicUser, {
    getOperation: [doneReply],
    refreshToken: [failedCall(503, "unavailable")],
  });
  expect(page.text()).toContain(labels.nothing.heading);
  expect(page.callsOf("refreshToken")).toHaveLength(1);
  expect(openDowngradeStore.find(userId, now)).toBeNull();
});

test("a downgrade to PRO that has ended is shown as done, and the session gets the new plan", async () => {
  openDowngradeStore.note({ ...sentDowngrade, kind: "plusToPro" });
  const newSession = { ...sampleSession(now + 40 * 86_400_000), user: proUser };
  const page = await openPage(
    { ...proUser, is_pro_plus: true },
    { getOperation: [doneReply], refreshToken: [okReply(newSession)] },
  );
  expect(page.text()).toContain(labels.done.detailPro);
  expect(page.callsOf("refreshToken")).toHaveLength(1);
  expect(page.sessionActor.getSnapshot().context.session?.user.is_pro_plus).toBe(false);
});

test("a downgrade that stopped leads to the form, which says so", async () => {
  openDowngradeStore.note(sentDowngrade);
  const page = await openPage(proUser, { getOperation: [stoppedReply] });
  expect(page.text()).toContain(labels.stopped);
  expect(submitButton()).not.toBeNull();
  expect(openDowngradeStore.find(userId, now)).toBeNull();
});

test("a downgrade that stopped after it had ended the plan can be sent again each time the page opens, also without a note", async () => {
  const stopped = { to: "basic", operation: { ...operation, done: 1, status: "failed" } };
  const answers = { getRunningDowngrade: [okReply({ downgrade: stopped })] };
  openDowngradeStore.note(sentDowngrade);
  const firstPage = await openPage(basicUser, answers);
  expect(firstPage.text()).toContain(labels.stopped);
  expect(openDowngradeStore.find(userId, now)).toBeNull();
  await firstPage.remove();
  const page = await openPage(basicUser, answers);
  expect(page.text()).toContain(labels.stopped);
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(page.callsOf("downgrade")).toHaveLength(1);
});

test("the note of another account is not followed, and stays", async () => {
  openDowngradeStore.note({ ...sentDowngrade, userId: userId + 1 });
  const page = await openPage(basicUser, { getOperation: [doneReply] });
  expect(page.text()).toContain(labels.nothing.heading);
  expect(page.callsOf("getOperation")).toEqual([]);
  expect(openDowngradeStore.find(userId + 1, now)).not.toBeNull();
});

test.each([
  ["visitor", null],
  ["user", proUser],
])("while the server cannot be reached, the page says so to a %s", async (_who, user) => {
  openDowngradeStore.note(sentDowngrade);
  const offline = failedCall(0, "network", "No connection.");
  const page = await openPage(user, {
    getRunningDowngrade: [offline, noSessionReply],
    getOperation: user ? [doneReply] : [offline, doneReply],
  });
  expect(page.text()).toContain("No connection.");
  expect(submitButton()).toBeNull();
  await page.click("Try again");
  expect(page.text()).toContain(labels.done.detail);
});

test("a user with a note who sends too many requests stays logged in, and can try again", async () => {
  openDowngradeStore.note(sentDowngrade);
  const page = await openPage(proUser, {
    getRunningDowngrade: [failedCall(429, "too_many_requests", "Slow down."), okReply({ downgrade: null })],
    getOperation: [failedCall(404, "not_found")],
  });
  expect(page.text()).toContain("Slow down.");
  expect(page.sessionActor.getSnapshot().context.session).not.toBeNull();
  await page.click("Try again");
  expect(submitButton()).not.toBeNull();
});

test("a downgrade is noted when it is sent, and the note is removed when it is refused", async () => {
  const page = await openPage(proUser, {
    downgrade: [failedCall(0, "network"), failedCall(422, "payment_pending"), okReply({ operation })],
  });
  const note = () => openDowngradeStore.find(userId, now);
  expect(note()).toBeNull();
  await page.typeInto("word", "Downgrade");
  await page.click("Downgrade Now");
  expect(note()).toEqual({ ...sentDowngrade, startedAt: now, operation: null });
  await page.click("Try again");
  expect(note()).toBeNull();
  await page.click("Downgrade Now");
  expect(note()).toEqual({ ...sentDowngrade, startedAt: now });
  expect(JSON.stringify(localStorage)).not.toContain(proUser.email);
});
