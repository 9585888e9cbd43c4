import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, test } from "../fixtures.ts";
import { allWidths, expectAccessible, expectFits, expectLooksGood } from "./looks.ts";
import { logInNewUser } from "./test-users.ts";

/** The test mode stores this number as a Visa card that ends in 1881. */
const acceptedCard = "4111 1111 1111 1111";
const declinedCard = "4000 1111 1111 1115";
const billingPath = "/app/account/billing";

const cardField = (page: Page) => page.getByLabel("Test card number");
const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });
const orderRows = (page: Page) => page.getByRole("table", { name: "Orders" }).getByRole("rowheader");
const choosePlan = async (page: Page, name: RegExp) => {
  await page.getByRole("radio", { name }).check();
  await expect(payButton(page)).toBeVisible();
};

test("after a declined card the form keeps the number, and a purchase shows in all tabs", async ({
  page,
  context,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const sentBodies: string[] = [];
  page.on("request", (request) => sentBodies.push(request.postData() ?? ""));
  const { remote } = await logInNewUser(page, product);
  await page.goto(billingPath);
  const otherTab = await context.newPage();
  await otherTab.goto(billingPath);
  await expect(otherTab.getByText("You have a free account")).toBeVisible();

  await choosePlan(page, /^PRO, 1 Year/);
  await cardField(page).fill("4111 1111 1111 1112");
  await payButton(page).click();
  await expect(page.getByText("This is not a card number.")).toBeVisible();
  await expect(cardField(page)).toBeFocused();
  await cardField(page).fill(declinedCard);
  await payButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(cardField(page)).toHaveValue(declinedCard);
  await expect(page.getByText("Test mode: no money is taken.").first()).toBeVisible();
  await expectLooksGood(page, allWidths);
  expect(ok(await remote.call("listOrders")).orders).toEqual([]);

  await cardField(page).fill(acceptedCard);
  await payButton(page).click();
  await expect(page.getByText("Thank you. You bought PRO, 1 Year.")).toBeVisible();
  await expect(orderRows(page)).toHaveText([/^PRO, 1 Year/]);
  await expect(otherTab.getByText("You have a paid plan.")).toBeVisible();
  expect(sentBodies.filter((body) => /1111.?1111/.test(body))).toEqual([]);
});

test("a stored payment method pays for a plan, and the order has a receipt that can be printed", async ({
  page,
  product,
}) => {
  await logInNewUser(page, product);
  await page.goto(`${billingPath}?update-payment`);
  await expect(page.getByRole("heading", { name: "New payment method" })).toBeFocused();
  await cardField(page).fill(acceptedCard);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Expires 12/2040")).toBeVisible();
  await choosePlan(page, /^PRO, 1 Year/);
  await expect(page.getByRole("radio", { name: "Visa ending in 1881" })).toBeChecked();
  await payButton(page).click();
  await expect(page.getByText("Thank you. You bought PRO, 1 Year.")).toBeVisible();
  await page.getByRole("switch", { name: "Renew my plan automatically" }).check();
  await expect(page.getByText("The next charge is on")).toBeVisible();
  await page.getByRole("button", { name: "Buy another plan" }).click();
  await choosePlan(page, /^PRO plus, 1 Year/);
  await expect(page.getByText("Unused part of your current plan")).toBeVisible();
  await expectLooksGood(page, allWidths);

  await page.getByRole("link", { name: /^Receipt of order/ }).click();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText("Card ending in 1881")).toBeVisible();
  await expectLooksGood(page, allWidths);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(page.getByText("Card ending in 1881")).toBeVisible();
  const root = page.locator("html");
  for (const theme of ["default", "dark", "deep-blue"]) {
    /* oxlint-disable no-await-in-loop -- a page has one theme at a time */
    await root.evaluate((html, name) => html.setAttribute("data-ui-theme", name), theme);
    await expectAccessible(page);
    /* oxlint-enable no-await-in-loop */
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await page.emulateMedia({ media: "screen" });

  await page.goto(billingPath);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Your plan will no longer renew by itself.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You have not stored a payment method.")).toBeVisible();
  await expect(page.getByText("It ends on")).toBeVisible();
});
