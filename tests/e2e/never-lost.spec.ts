import type { Route } from "@playwright/test";
import { expect, logIn, padOf, type Product, signUp, startProduct, test as base } from "../fixtures.ts";

/** Each of these has a server to itself, which it may kill. */
const test = base.extend<{ ownProduct: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
  ownProduct: async ({}, use) => {
    const product = await startProduct();
    await use(product);
    await product.dispose();
  },
  baseURL: async ({ ownProduct }, use) => use(ownProduct.url),
});

const saveOf = /\/api\/journals\/\d+\/entries/;

test("a server that is killed while it saves loses nothing and writes nothing twice", async ({
  page,
  ownProduct,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Fire", "Some of our maids sitting up late.");

  // The request reaches the server, and the server dies before it can answer.
  const die = async (route: Route) => {
    void route.continue().catch(() => {});
    await ownProduct.kill();
  };
  await page.route(saveOf, die, { times: 1 });
  await pad.type(" Jane called us up about three in the morning.");
  await pad.expectState(/Save failed – kept on this device/);
  await pad.type(" So I rose.");
  await ownProduct.start();
  await pad.expectSaved();

  const text = "Some of our maids sitting up late. Jane called us up about three in the morning. So I rose.";
  await page.goto(address);
  await expect(pad.text).toHaveText(text);
  await page.goto(address.replace(/\/\d+$/, ""));
  await expect(page.getByText("1 entry")).toBeVisible();
});

test("a server that is killed while it makes the entry makes one entry", async ({
  page,
  ownProduct,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  await pad.openNew();
  const dieAfterwards = async (route: Route) => {
    await route.fetch();
    await ownProduct.kill();
    await route.abort();
  };
  await page.route(saveOf, dieAfterwards, { times: 1 });
  await pad.type("Written in the dark.");
  await pad.expectState(/Save failed – kept on this device/);
  await ownProduct.start();
  await pad.expectSaved();
  await page.goto(page.url().replace(/\/\d+$/, ""));
  await expect(page.getByText("1 entry")).toBeVisible();
});

test("offline it says so, keeps the words on the device, and saves once it is back", async ({
  page,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("On the river", "By water");
  await context.setOffline(true);
  await pad.type(" to Greenwich");
  await pad.expectState("Offline – kept on this device");
  await context.setOffline(false);
  await pad.expectSaved();
  await page.goto(address);
  await expect(pad.text).toHaveText("By water to Greenwich");
});

test("a reload in the middle of a sentence keeps the sentence", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  await pad.write("Office", "At the office");
  await page.route(saveOf, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await pad.type(" all the morn");
  await page.reload();
  await page.unroute(saveOf);
  await expect(pad.text).toHaveText("At the office all the morn");
  await pad.expectSaved();
});

test("a new page that was never saved is offered again after the tab was closed", async ({
  page,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  await pad.openNew();
  await page.route(saveOf, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await pad.type("Never sent anywhere");
  await expect(page).toHaveURL(/draft=/);
  await page.close();
  const next = await context.newPage();
  const nextPad = padOf(next);
  await nextPad.openNew();
  await next.getByRole("button", { name: "Go on writing it" }).click();
  await expect(nextPad.text).toHaveText("Never sent anywhere");
  await nextPad.expectSaved();
});

test("what is typed while a save is under way is saved next", async ({ page }) => {
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Slow", "One");
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(saveOf, async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  await pad.type(" two");
  await expect(page.getByText("Saving…")).toBeVisible();
  await pad.type(" three");
  await expect(page.getByText(/^Saved/)).toBeHidden();
  release();
  await pad.expectSaved();
  await page.goto(address);
  await expect(pad.text).toHaveText("One two three");
});

test("a session that ends while writing keeps the words until somebody logs in", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const person = await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Away", "I went away");
  await page.route(saveOf, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await route.fulfill({
      status: 401,
      json: { error: "Your session has ended.", code: "unauthenticated" },
    });
  });
  await pad.type(" and came back");
  await pad.expectState("Signed out: your words are kept on this device");
  await page.unroute(saveOf);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app/login**");
  await logIn(page, person);
  await page.waitForURL(address);
  await expect(pad.text).toHaveText("I went away and came back");
  await pad.expectSaved();
});
