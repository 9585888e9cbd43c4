import { expect, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, writeEntry } from "./test-users.ts";

const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

test("Looking Glass has a switch for each journal and one for the account, and shows an old entry until it is excluded", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  await writeEntry(user, "By water", "To Deptford and home.", { local_date: daysAgo(100) });
  const strip = page.getByRole("region", { name: "Looking back" });
  const journalSwitch = page.getByRole("switch", { name: "Looking Glass" });
  const openSettings = async () => {
    await page.getByRole("button", { name: /^More actions for/ }).click();
    await page.getByRole("menuitem", { name: "Journal settings" }).click();
  };
  await page.goto("/journals");
  await expect(strip).toBeVisible();
  await openSettings();
  await expect(journalSwitch).toBeChecked();
  await journalSwitch.click();
  await expect(journalSwitch).not.toBeChecked();
  await expect(journalSwitch).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(strip).toBeHidden();

  await page.goto("/app/account");
  const accountSwitch = page.getByRole("switch", { name: "Looking Glass" });
  await expect(accountSwitch).toBeChecked();
  await accountSwitch.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(accountSwitch).not.toBeChecked();

  // Turning it on for a journal turns it on for the account too.
  await page.goto("/journals");
  await openSettings();
  await journalSwitch.click();
  await expect(journalSwitch).toBeChecked();
  await expect(journalSwitch).toBeEnabled();
  await page.goto("/app/account");
  await expect(accountSwitch).toBeChecked();
  await page.goto("/journals");
  await expect(strip.getByRole("link", { name: "By water" })).toBeVisible();
  await expect(strip).toContainText("3 months ago in Samuel’s Journal");
  await expectLooksGood(page);
  await strip.getByRole("button", { name: "Don’t show “By water” again" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Don’t show “By water” again?" });
  await expect(dialog).toContainText("The entry stays in your journal.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(strip).toBeVisible();
  await strip.getByRole("button", { name: "Don’t show “By water” again" }).click();
  await dialog.getByRole("button", { name: "Don’t show again" }).click();
  await expect(page.getByText("This entry will not be shown again.")).toBeVisible();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await expect(strip).toBeHidden();
});
