import type { Route } from "@playwright/test";
import { expect, logIn, padOf, test, testWithOwnProduct } from "../fixtures.ts";
import { logInNewUser, openEntry, writeEntry } from "./test-users.ts";

// In these tests pages prefetch screens, as they do unless the browser's data saver is on. Prefetched screens open without a connection.
test.use({ prefetches: true });

/** For tests that kill their server. */
const testWithOwnServer = testWithOwnProduct();

const entryCalls = /\/api\/journals\/\d+\/entries/;

testWithOwnServer(
  "when the server is killed before the answer to a save or a new entry arrives, nothing is lost or saved twice",
  async ({ page, ownProduct, expectNetworkErrors }) => {
    expectNetworkErrors();
    const user = await logInNewUser(page, ownProduct);
    const pad = padOf(page);
    const entryUrl = await openEntry(page, user, "Fire", "Some of our maids sitting up late.");

    // The server stores what the request has, and is killed before the answer arrives.
    const killServerAfterwards = async (route: Route) => {
      expect((await route.fetch()).ok()).toBe(true);
      await ownProduct.kill();
      await route.abort();
    };
    await page.route(entryCalls, killServerAfterwards, { times: 1 });
    await pad.type(" Jane called us up about three in the morning.");
    await pad.expectState(/Offline – kept on this device/);
    await pad.type(" So I rose.");
    await ownProduct.start();
    await pad.expectSaved();

    const text =
      "Some of our maids sitting up late. Jane called us up about three in the morning. So I rose.";
    await page.goto(entryUrl);
    await expect(pad.text).toHaveText(text);
    const listUrl = entryUrl.replace(/\/\d+$/, "");
    await page.goto(listUrl);
    await expect(page.getByText("1 entry")).toBeVisible();

    await pad.openNew();
    await page.route(entryCalls, killServerAfterwards, { times: 1 });
    await pad.type("Written in the dark.");
    await pad.expectState(/Offline – kept on this device/);
    await ownProduct.start();
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    await page.goto(listUrl);
    await expect(page.getByText("2 entries")).toBeVisible();
  },
);

test("the status says offline only when the server cannot be reached, whatever the browser reports", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  expect((await page.request.get("/favicon.ico")).status()).toBe(200);
  await openEntry(page, user, "On the river", "By water");
  let isServerUnreachable = true;
  await page.route(/\/favicon\.ico\?|\/entries\/\d+$/, (route) =>
    isServerUnreachable ? route.abort() : route.continue(),
  );
  await pad.type(" to Greenwich");
  await pad.expectState("Offline – kept on this device");
  isServerUnreachable = false;
  await pad.expectSaved();

  // Only the save fails: the server still answers.
  await page.unrouteAll({ behavior: "wait" });
  await page.route(/\/entries\/\d+$/, (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await pad.type(" and home");
  await pad.expectState("Save failed – kept on this device");
  await page.unrouteAll({ behavior: "wait" });
  await pad.expectSaved();
});

test("offline text stays on the device, and is saved when the network returns; its status is visible in a long entry", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const days = Array.from({ length: 80 }, (_, day) => `<p>Day ${day + 1}</p>`);
  const id = await writeEntry(user, "Long", days.join(""));
  await page.goto(`/journals/${user.journalId}/${id}`);
  await pad.type(".");
  await pad.expectSaved();
  const line = pad.text.getByText("Day 80.");
  const lineBoxBefore = await line.boundingBox();
  await context.setOffline(true);
  await page.keyboard.type(".");
  const status = page.locator("[data-save-state]");
  await expect(status).toHaveText("Offline – kept on this device");
  await expect(status).toBeInViewport();
  await expect(page.getByRole("button", { name: "Retry" })).toBeInViewport();
  await expect.poll(() => line.boundingBox()).toEqual(lineBoxBefore);
  await context.setOffline(false);
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text).toContainText("Day 80..");
});

test("a page or a part of it that was requested without a connection opens when the connection is back", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await writeEntry(user, "On the river", "By water");
  await openEntry(page, user, "At the office", "All the morning");
  await context.setOffline(true);
  await page.getByRole("link", { name: /Journal/ }).click();
  await expect(page.getByText("Cannot reach Daybook. This page tries again by itself")).toBeVisible();
  await expect(pad.text).toHaveText("All the morning");
  await context.setOffline(false);
  await page.waitForURL("**/entries");
  await expect(page.getByRole("link", { name: "On the river" })).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("link", { name: "On the river" }).click();
  await expect(page.getByRole("heading", { name: "This entry could not be opened" })).toBeVisible();
  await context.setOffline(false);
  await expect(pad.text).toHaveText("By water");

  await test.step("a part of the page that could not be loaded opens later, with its style", async () => {
    const opener = page.getByRole("button", { name: "Choose a day" });
    await context.setOffline(true);
    // Hovering over the button only prefetches the calendar, and shows no message when that fails.
    await opener.hover();
    await opener.click();
    await expect(page.getByText("Cannot reach Daybook. This page tries again by itself")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("dialog", { name: "Choose a day" })).toHaveCSS("display", "grid");
  });
});

test("a reload keeps text that was not saved yet", async ({ page, product, expectNetworkErrors }) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await openEntry(page, user, "Office", "At the office");
  await page.route(entryCalls, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await pad.type(" all the morn");
  await page.reload();
  await page.unroute(entryCalls);
  await expect(pad.text).toHaveText("At the office all the morn");
  await pad.expectSaved();
});

test("a new entry that was never saved is offered again after the tab was closed", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await logInNewUser(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await page.route(entryCalls, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await pad.type("Never sent anywhere");
  await expect(page).toHaveURL(/draft=/);
  await pad.expectState(/kept on this device/);
  await page.close();
  const newTab = await context.newPage();
  const newTabPad = padOf(newTab);
  await newTabPad.openNew();
  await newTab.getByRole("button", { name: "Continue writing" }).click();
  await expect(newTabPad.text).toHaveText("Never sent anywhere");
  await newTabPad.expectSaved();
});

test("text typed during a save is saved by the next save", async ({ page, product }) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const entryUrl = await openEntry(page, user, "Slow", "One");
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(entryCalls, async (route) => {
    if (route.request().method() === "PUT") await released;
    await route.continue();
  });
  await pad.type(" two");
  await expect(page.getByText("Saving…")).toBeVisible();
  await pad.type(" three");
  await expect(page.getByText(/^Saved/)).toBeHidden();
  release();
  await pad.expectSaved();
  await page.goto(entryUrl);
  await expect(pad.text).toHaveText("One two three");
});

test("text is kept when the session ends, and saved after the next login", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const { person } = user;
  const pad = padOf(page);
  const entryUrl = await openEntry(page, user, "Away", "I went away");
  await page.route(entryCalls, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await route.fulfill({
      status: 401,
      json: { error: "Your session has ended.", code: "unauthenticated" },
    });
  });
  await pad.type(" and came back");
  await pad.expectState("Logged out: your text is kept on this device");
  await page.unroute(entryCalls);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app/login**");
  await logIn(page, person);
  await page.waitForURL(entryUrl);
  await expect(pad.text).toHaveText("I went away and came back");
  await pad.expectSaved();
});
