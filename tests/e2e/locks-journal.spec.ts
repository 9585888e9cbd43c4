import { expect, test } from "../fixtures.ts";
import { pressUntilFocused } from "./keyboard.ts";
import { waitForMail } from "../integration/mailbox.ts";
import { expectLooksGood } from "./looks.ts";
import { fillLock, lockJournal, lockPassword, logInNewUser, unlock, writeEntry } from "./test-users.ts";

const menuButtonName = /^More actions for/;

test("a password lock is set, unlocked and locked again by mouse", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryId = await writeEntry(user, "Plague", "In Drury Lane two or three houses.");
  const journalPath = `/journals/${user.journalId}`;
  await page.goto("/journals");
  await page.getByRole("button", { name: menuButtonName }).click();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Lock for/ });
  await expect(dialog.getByRole("radio", { name: "No lock" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Encryption, comes with PRO" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "Password", exact: true }).check();
  await dialog.getByLabel("New password", { exact: true }).fill(lockPassword);
  await dialog.getByLabel("Confirm password", { exact: true }).fill("by land");
  await dialog.getByLabel("Hint").fill(`It is ${lockPassword}`);
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(dialog.getByText("The two passwords are not the same.")).toBeVisible();
  await expect(dialog.getByText("This hint gives the password away.")).toBeVisible();
  await fillLock(page);
  await dialog.getByLabel(/^Remember the password/).check();
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("listitem").getByText("Locked", { exact: true })).toBeVisible();

  await page.goto(`${journalPath}/${entryId}`);
  await page.waitForURL(`**${journalPath}/unlock?entry=${entryId}`);
  await expect(page.getByRole("heading", { level: 1, name: /is locked$/ })).toBeVisible();
  await expect(page.getByText("how I went to the yard")).toBeVisible();
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("by land");
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  await expect(page.getByText("This is not the password of this journal.")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await field.fill(lockPassword);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  await page.waitForURL(`**${journalPath}/${entryId}`);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Plague");

  await page.goto(`${journalPath}/entries?view=starred`);
  await page.getByRole("button", { name: "Lock now" }).click();
  await page.waitForURL("**/journals");
  await page.goto(`${journalPath}/entries?view=starred`);
  await page.waitForURL(`**${journalPath}/unlock?after=**`);
  await unlock(page);
  await page.waitForURL(`**${journalPath}/entries?view=starred`);
});

test("a password lock is set, unlocked and removed by keyboard", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await logInNewUser(page, product);
  await page.goto("/journals");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const openLockDialog = async () => {
    await page.getByRole("button", { name: menuButtonName }).focus();
    await press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    // "Lock now" is the first item if the journal can be locked with one click.
    await pressUntilFocused(page, "l", page.getByRole("menuitem", { name: "Lock…" }));
    await press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
  };
  await openLockDialog();
  await expect(page.getByRole("radio", { name: "No lock" })).toBeFocused();
  await press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Password", exact: true })).toBeChecked();
  const dialog = page.getByRole("dialog");
  // A link about PRO is between the kinds of lock and the password field.
  await pressUntilFocused(page, "Tab", dialog.getByLabel("New password", { exact: true }));
  await page.keyboard.type(lockPassword);
  await press("Tab", "Tab");
  await expect(dialog.getByLabel("Confirm password", { exact: true })).toBeFocused();
  await page.keyboard.type(lockPassword);
  await press("Tab", "Tab");
  await expect(dialog.getByLabel("Hint")).toBeFocused();
  await page.keyboard.type("the yard");
  await press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: /^Open / }).focus();
  await press("Enter");
  await page.waitForURL("**/unlock");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(lockPassword);
  await press("Enter");
  await page.waitForURL(/\/journals\/\d+$/);
  await expect(page.getByText("Unlocked", { exact: true })).toBeVisible();
  // A new page moves the focus to its heading, so the menu can be opened only after that.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await openLockDialog();
  await page.getByRole("button", { name: "Remove lock…" }).focus();
  await press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type("not it");
  await press("Enter");
  await expect(page.getByText("This is not the password of this journal.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Unlocked", { exact: true })).toBeHidden();
});

test("a lock that does not remember its password can be changed, and its timeout set", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  await lockJournal(user);
  await page.goto(`/journals/${user.journalId}/new`);
  await page.waitForURL("**/unlock?after=**");
  await unlock(page);
  await page.waitForURL("**/new");
  await page.goto(`/journals/${user.journalId}`);
  await page.getByRole("button", { name: menuButtonName }).click();
  await expect(page.getByRole("menuitem", { name: "Lock now" })).toBeHidden();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Lock again…" })).toBeVisible();
  await expectLooksGood(page);
  const saveResponse = page.waitForResponse((response) => response.request().method() === "PUT");
  await dialog.getByLabel("Lock automatically after 15 minutes without use").check();
  expect((await saveResponse).status()).toBe(200);
  await dialog.getByRole("button", { name: "Lock again…" }).click();
  await expect(dialog.getByText("This lock does not remember its password.", { exact: false })).toBeVisible();
  const passwordField = dialog.getByLabel("Password", { exact: true });
  await passwordField.fill("by coach to nowhere");
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(dialog.getByText("This is not the password of this journal.")).toBeVisible();
  await passwordField.fill(lockPassword);
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();
  await page.waitForURL("**/journals");
  await page.getByRole("link", { name: /^Open / }).click();
  await unlock(page);
  await page.waitForURL(/\/journals\/\d+$/);

  await page.getByRole("button", { name: menuButtonName }).click();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  await dialog.getByRole("button", { name: "Change the lock…" }).click();
  await fillLock(page, "by coach to Whitehall");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Enter the password.")).toBeVisible();
  await dialog.getByLabel("Current password").fill("by coach to nowhere");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("This is not the password of this journal.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(lockPassword);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL("**/journals");
  await page.getByRole("link", { name: /^Open / }).click();
  await page.getByLabel("Password", { exact: true }).fill("by coach to Whitehall");
  await expect(page.getByText("It locks again after 15 minutes", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
});

test("after too many wrong lock passwords the page says when the next attempt is possible, and a mailed link removes the lock", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  await lockJournal(user);
  await page.goto(`/journals/${user.journalId}`);
  await page.waitForURL("**/unlock");
  await page.getByRole("button", { name: "Forgot the password?" }).click();
  await expectLooksGood(page);
  for (let tries = 0; tries < 6; tries++) {
    const unlockResponse = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByLabel("Password", { exact: true }).fill(`guess ${tries}`);
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
    await unlockResponse;
    await expect(page.locator("form [type=submit]")).not.toHaveAttribute("aria-busy", "true");
  }
  await expect(page.getByRole("alert")).toContainText(/Try again at \d{1,2}:\d{2}/);

  await page.getByRole("button", { name: "E-mail me the link" }).click();
  await expect(page.getByText("We sent the link.", { exact: false })).toBeVisible();
  const { text } = await waitForMail(product.data, user.person.email, "/unlock?token=");
  const link = new URL(/https?:\/\/[^\s"<>]*\/unlock\?token=[^\s"<>]*/.exec(text)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole("heading", { level: 1, name: "Lock removed" })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/journals\/\d+$/);

  await lockJournal(user);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole("alert")).toContainText("That link is invalid.");
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});
