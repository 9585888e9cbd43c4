import { expect, padOf, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

test("an older version is found, compared and restored, and the newer one stays in the history", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await openEntry(page, user, "Lord’s day", "I rose early.");
  await pad.text.fill("I rose late, and to church.");
  await expect(page.getByText("6 words")).toBeVisible();
  await pad.expectSaved();

  await page.getByRole("button", { name: "History" }).click();
  const sheet = page.getByRole("dialog", { name: "History" });
  await expect(sheet).toContainText("I rose late, and to church.");
  await sheet.getByRole("button", { name: /Show all \d saves/ }).click();
  await sheet
    .getByRole("listitem")
    .getByRole("button", { name: /first version|\+3|3 added/ })
    .click();
  await expect(sheet).toContainText("I rose early.");
  await sheet.getByRole("button", { name: "Changes" }).click();
  await expect(sheet.getByRole("insertion").or(sheet.getByRole("deletion")).first()).toBeVisible();
  await expectAccessible(page);

  await sheet.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore this version" }).click();
  await expect(sheet).toBeHidden();
  await expect(pad.text).toHaveText("I rose early.");
  await page.reload();
  await expect(pad.text).toHaveText("I rose early.");

  await page.getByRole("button", { name: "History" }).click();
  await sheet.getByRole("button", { name: /Show all \d saves/ }).click();
  await sheet.getByRole("button", { name: /4 added 1 removed/ }).click();
  await expect(sheet).toContainText("I rose late, and to church.");
  await sheet.getByRole("button", { name: "Restore as a new entry" }).click();
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(pad.text).toHaveText("I rose late, and to church.");
});
