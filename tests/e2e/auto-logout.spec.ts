import type { BrowserContext, Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, logIn, padOf, type Product, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { logInNewUser, openEntry, type TestUser } from "./test-users.ts";

const entryCalls = /\/api\/journals\/\d+\/entries/;
const idleLimit = "15:00";

/**
 * These tests do not sleep: they move the browser's clock. The server's clock does not move, so the server refuses a request that
 * the browser signed with a time too far ahead. The client then signs it again with the server's time.
 */
test.beforeEach(async ({ context, expectNetworkErrors }) => {
  expectNetworkErrors();
  await context.clock.install();
});

/** Logs in to a new account that is logged out after 15 idle minutes. */
async function signInWithLimit(page: Page, product: Product): Promise<TestUser> {
  const user = await logInNewUser(page, product);
  ok(await user.remote.call("setAutoLogout", { body: { logout_time: 15 } }));
  return user;
}

/** Waits until the page counts idle time: it has loaded the setting and recorded activity. */
async function expectCounting(page: Page): Promise<void> {
  const isCounting = () =>
    page.evaluate(() => {
      const { minutes, activeAt, leftAt } = JSON.parse(localStorage.getItem("daybook-presence") ?? "{}");
      return minutes === 15 && activeAt > (leftAt ?? 0);
    });
  await expect.poll(isCounting).toBe(true);
}

/** Opens the journals and waits until the page counts idle time. */
async function openJournals(page: Page): Promise<void> {
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await expectCounting(page);
}

const idleQuestionOf = (page: Page) => page.getByRole("alertdialog", { name: "Are you still writing?" });

test("an idle person is logged out after a question, and the draft is there after the next login", async ({
  page,
  product,
  context,
}) => {
  const user = await signInWithLimit(page, product);
  const pad = padOf(page);
  const entryUrl = await openEntry(page, user, "Office", "At the office");
  await page.route(entryCalls, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await pad.type(" all the morning");
  await expectCounting(page);
  await context.clock.runFor(idleLimit);

  const question = idleQuestionOf(page);
  await expect(question).toContainText("You have been idle for more than 15 minutes.");
  await expect(question).toContainText(/Logging out in \d+ seconds/);
  await expect(question.getByRole("link", { name: /account settings/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.mouse.click(20, 400);
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep me logged in" }).click();
  await expect(question).toBeHidden();
  await expect(pad.text).toHaveText("At the office all the morning");

  await context.clock.runFor(idleLimit);
  await expect(question).toBeVisible();
  await context.clock.runFor("01:00");
  await page.waitForURL(/\/app\/login\?message=idle/);
  await expect(page.getByText("You were idle for a while, so we logged you out.")).toBeVisible();
  await page.unroute(entryCalls);
  await logIn(page, user.person);
  await page.waitForURL(entryUrl);
  await expect(pad.text).toHaveText("At the office all the morning");
  await pad.expectSaved();
});

/**
 * Sets the clocks of all tabs to the same time, half a minute ahead, and stops them. From then on only the test moves them, so a
 * busy machine cannot make them differ.
 */
async function stopClocks(context: BrowserContext, page: Page) {
  const now = await page.evaluate(() => Date.now());
  await context.clock.pauseAt(now + 30_000);
}

/** Advances the clocks of the tabs in turn, in small steps, so that they never differ much. */
async function advanceClocks(context: BrowserContext, minutes: number) {
  // oxlint-disable-next-line no-await-in-loop -- time passes in order
  for (let steps = minutes * 6; steps > 0; steps--) await context.clock.runFor(10_000);
}

test("activity in one tab counts for the other, and both are logged out together", async ({
  page,
  product,
  context,
}) => {
  await signInWithLimit(page, product);
  await openJournals(page);
  const otherTab = await context.newPage();
  await openJournals(otherTab);
  await stopClocks(context, page);
  await advanceClocks(context, 14);
  await page.mouse.move(40, 40);
  await advanceClocks(context, 14);
  await expect(idleQuestionOf(otherTab)).toBeHidden();
  await advanceClocks(context, 1);
  await expect(idleQuestionOf(otherTab)).toBeVisible();
  await expect(idleQuestionOf(page)).toBeVisible();
  await otherTab.getByRole("button", { name: "Keep me logged in" }).click();
  await expect(idleQuestionOf(page)).toBeHidden();
  await advanceClocks(context, 16.5);
  await context.clock.resume();
  await page.waitForURL("**/app/login**");
  await otherTab.waitForURL("**/app/login**");
});

test("a visit before the idle limit opens the requested page, and a visit after it opens the login page", async ({
  page,
  product,
  context,
}) => {
  await signInWithLimit(page, product);
  await openJournals(page);
  await page.goto("about:blank");
  await context.clock.fastForward("14:00");
  await openJournals(page);
  await page.goto("about:blank");
  await context.clock.fastForward("16:00");
  await page.goto("/journals");
  await page.waitForURL("**/app/login?message=idle&after_login=%2Fjournals");
  await expect(page.getByText("You were idle for a while")).toBeVisible();
  await page.goto("/journals");
  await page.waitForURL("**/app/login**");
});

test("a device that slept past the idle limit is logged out without a question", async ({
  page,
  product,
  context,
}) => {
  await signInWithLimit(page, product);
  await openJournals(page);
  await context.clock.fastForward("10:00:00");
  await page.waitForURL("**/app/login?message=idle**");
});

test("the idle question links to its setting", async ({ page, product, context }) => {
  await logInNewUser(page, product);
  await page.goto("/app/account");
  const saveResponse = page.waitForResponse("**/api/settings/set_auto_logout");
  await page.getByRole("switch", { name: "Log me out when I am idle" }).click();
  await saveResponse;
  await openJournals(page);
  await context.clock.runFor(idleLimit);
  await idleQuestionOf(page)
    .getByRole("link", { name: /account settings/ })
    .click();
  await page.waitForURL("**/app/account");
  const offResponse = page.waitForResponse("**/api/settings/set_auto_logout");
  await page.getByRole("switch", { name: "Log me out when I am idle" }).click();
  await offResponse;
  await expect(page.getByRole("switch", { name: "Log me out when I am idle" })).not.toBeChecked();
  await context.clock.runFor("30:00");
  await expect(idleQuestionOf(page)).toBeHidden();
});
