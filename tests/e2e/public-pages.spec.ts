import { devices } from "@playwright/test";
import { expect, fillSignUpForm, newPerson, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { signIn } from "./test-users.ts";

const publicPages = [
  { path: "/online-journal", heading: "A quiet place to write" },
  { path: "/support", heading: "Help" },
  { path: "/error/404?entry=5", heading: "Sorry, the entry you were looking for was not found." },
  { path: "/error/404?message=That%20link%20is%20invalid.", heading: "That link is invalid." },
  { path: "/error/403?type=journal", heading: "Your account does not have access to this journal." },
  { path: "/app/renew-error", heading: "We could not process your payment at this time." },
];

test("the public pages look good, on a phone too", async ({ page }) => {
  for (const { path, heading } of publicPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expectLooksGood(page, allWidths);
  }
});

test("the answers on the help page can be opened", async ({ page }) => {
  await page.goto("/support");
  await page.getByText("I forgot my password").click();
  await expect(page.getByRole("link", { name: "Choose a new password" })).toBeVisible();
  await expectLooksGood(page);
});

test("the front page links to sign-up and login, and the footer to the front page", async ({ page }) => {
  await page.goto("/online-journal");
  await page.getByRole("link", { name: "Start your journal" }).first().click();
  await page.waitForURL("**/app/signup");
  await expect(page.getByRole("heading", { level: 1, name: "Start your journal" })).toBeVisible();
  await page.getByRole("link", { name: "Daybook, home page" }).click();
  await page.waitForURL("**/online-journal");
  await expect(page.getByRole("heading", { level: 1, name: "A quiet place to write" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).first().click();
  await page.waitForURL("**/app/login");
  await page.goto("/support");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy in plain words" }).click();
  await page.waitForURL("**/online-journal#privacy");
  await expect(page.getByRole("heading", { name: "How your writing stays private" })).toBeInViewport();
});

test("a logged-in person has search and plans in the header, and links to the journals", async ({
  page,
  product,
}) => {
  await signIn(page, product);
  await page.goto("/journals");
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Upgrade" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Sign up" })).toBeHidden();
  await header.getByRole("combobox", { name: "Search" }).press("Enter");
  await page.waitForURL("**/search");
  await expect(page.getByText("Enter a search term to begin searching your entries and tags.")).toBeVisible();
  await expect(header.getByRole("combobox", { name: "Search" })).toBeHidden();
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/journals");
  await page.goto("/online-journal");
  await page.getByRole("link", { name: "Go to your journals" }).first().click();
  await page.waitForURL("**/journals");
  await page.goto("/mobile");
  await page.waitForURL("**/journals");
});

test.describe("on a phone", () => {
  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["iPhone 13"];
  test.use({ viewport: { width: 360, height: 740 }, userAgent, deviceScaleFactor, isMobile, hasTouch });

  test("journals, search and the account open a page that says what works on a phone", async ({ page }) => {
    await page.goto("/app/signup");
    await expect(page.getByText("to write and read you need a computer")).toBeVisible();
    await fillSignUpForm(page, newPerson());
    await page.waitForURL("**/mobile");
    await expect(page.getByRole("heading", { name: "Hello, Samuel" })).toBeVisible();
    await expectLooksGood(page, [360]);
    for (const path of ["/", "/journals", "/search", "/app/account"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.goto(path);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await page.waitForURL("**/mobile");
    }
    await page.getByRole("link", { name: "Help" }).click();
    await page.waitForURL("**/support");
    await expectLooksGood(page, [360]);
    await page.goto("/welcome");
    await expect(page.getByRole("heading", { name: "Welcome, Samuel" })).toBeVisible();
    await expectLooksGood(page, [360]);
    await page.goto("/mobile");
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Are you sure you want to log out?");
    await expectLooksGood(page, [360]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/login");
  });
});
