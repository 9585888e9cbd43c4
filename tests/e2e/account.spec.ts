import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { Page } from "@playwright/test";
import { expect, logIn, type Person, type Product, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { grantPro, logInNewUser, openEntry } from "./test-users.ts";

/** Another session of the same person. */
async function openOtherSession(product: Product, person: Person) {
  const remote = remoteDaybook(product.url);
  await remote.logInOrSignUp(person);
  return {
    logInAgain: () => remote.logInOrSignUp(person),
    isOpen: async () => (await remote.call("listJournals")).ok,
  };
}

const sectionOf = (page: Page, name: string) => page.getByRole("region", { name });

test("the chosen date format is saved and used for entries; a setting that the server refuses returns to its old value", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryUrl = await openEntry(page, user, "Lord’s day", "Up, and to church.");
  await page.goto("/app/account");
  const saveResponse = page.waitForResponse("**/api/settings/change_date_format");
  await page.getByRole("radio", { name: /^\d{1,2} [A-Z][a-z]+ \d{4}$/ }).check();
  expect((await saveResponse).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("radio", { name: /^\d{1,2} [A-Z][a-z]+ \d{4}$/ })).toBeChecked();
  await page.route("**/api/settings/set_auto_logout", (route) =>
    route.fulfill({
      status: 422,
      json: { error: "This is not an allowed number of minutes.", code: "invalid" },
    }),
  );
  const idleSwitch = page.getByRole("switch", { name: "Log me out when I am idle" });
  await idleSwitch.click();
  await expect(page.getByText("This is not an allowed number of minutes.")).toBeVisible();
  await expect(idleSwitch).not.toBeChecked();
  await page.goto(entryUrl.replace(/\/\d+$/, "/entries"));
  await expect(page.getByText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/).first()).toBeVisible();
});

test("themes need PRO, and apply immediately and after a reload", async ({ page, product }) => {
  const { person } = await logInNewUser(page, product);
  await page.goto("/journals?show_themes");
  const sheet = page.getByRole("dialog", { name: "Choose a theme" });
  await expect(sheet.getByRole("radio", { name: "Dark, comes with PRO" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/journals$/);
  await grantPro(product, person);
  // The grant does not change the open session, so the person logs in again.
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/app/login");
  await logIn(page, person);
  await page.waitForURL("**/journals");
  await page.goto("/app/account");
  const saveResponse = page.waitForResponse("**/api/settings/change_ui_theme");
  await page.getByRole("radio", { name: "Dark", exact: true }).check();
  await saveResponse;
  await expect(page.locator("html")).toHaveAttribute("data-ui-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-ui-theme", "dark");
});

test("one or all other sessions can be logged out; a new password also ends them, but not the current session", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await logInNewUser(page, product);
  const otherSession = await openOtherSession(product, person);
  await page.goto("/app/account");
  const sessions = sectionOf(page, "Where you are logged in");
  await expect(sessions.getByText("This device")).toBeVisible();
  await expect(sectionOf(page, "Recent activity").getByRole("row").nth(1)).toBeVisible();
  expect(await otherSession.isOpen()).toBe(true);
  await sessions
    .getByRole("button", { name: /^Log out / })
    .first()
    .click();
  await expect(sessions.getByText("You are not logged in anywhere else.")).toBeVisible();
  expect(await otherSession.isOpen()).toBe(false);

  await otherSession.logInAgain();
  await page.reload();
  await sessions.getByRole("button", { name: "Log out everywhere else" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out everywhere else" }).click();
  await expect(page.getByText("You are logged out everywhere else.")).toBeVisible();
  expect(await otherSession.isOpen()).toBe(false);

  await otherSession.logInAgain();
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password", { exact: true }).fill("the king did come in 1660");
  await page.getByLabel("Confirm new password").fill("the king did come in 1660");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  expect(await otherSession.isOpen()).toBe(true);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  expect(await otherSession.isOpen()).toBe(false);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Account Settings" })).toBeVisible();
});

test("deleting the account says what is destroyed, and logs out every tab", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await logInNewUser(page, product);
  const secondTab = await context.newPage();
  await secondTab.goto("/journals");
  await expect(secondTab.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await page.goto("/app/account/delete");
  await expect(page.getByText("This permanently deletes:")).toBeVisible();
  await expectLooksGood(page);
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Delete my account forever" }).click();
  await expect(page.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Delete my account forever" }).click();
  await page.waitForURL("**/account/delete-account-confirmation");
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await expectLooksGood(page);
  await secondTab.waitForURL(/\/app\/login/);
  await page.goto("/app/login");
  await logIn(page, person);
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
});
