import { expect, logIn, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { picture } from "./pictures.ts";
import { fillLock, lockPassword, logInNewUser, writeEntry } from "./test-users.ts";

const menuButtonName = /^More actions for/;

test("an encryption lock warns, shows its recovery code, and must be unlocked in each tab", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product, { pro: true });
  const entryId = await writeEntry(user, "Secret service", "I did take it out of the Duke's closet.");
  const journalPath = `/journals/${user.journalId}`;
  await page.goto("/journals");
  await page.getByRole("link", { name: "Samuel’s Journal", exact: true }).click();
  await page.waitForURL(`**${journalPath}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("button", { name: menuButtonName }).click();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Encryption" }).check();
  await expect(
    dialog.getByText("everything in this journal is lost forever", { exact: false }),
  ).toBeVisible();
  await expectLooksGood(page);
  await fillLock(page);
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();

  await expect(page.getByRole("dialog", { name: "Your recovery code" })).toBeVisible();
  await expect(dialog.locator("code")).toHaveText(/.{21}/);
  const recoveryCode = (await dialog.locator("code").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(page.getByText("Save the code first", { exact: false })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByText("Save the code first", { exact: false })).toHaveCount(2);
  await page.waitForURL(`**${journalPath}`);
  await expect(dialog.locator("code")).toHaveText(recoveryCode);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCode);
  await page.emulateMedia({ media: "print" });
  await expect(dialog.getByText(recoveryCode)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectLooksGood(page);
  await dialog.getByLabel("I have saved the code in a safe place").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.waitForURL("**/journals");

  await page.goto(`${journalPath}/${entryId}`);
  await page.waitForURL(`**/unlock?entry=${entryId}`);
  await page.getByRole("button", { name: "Forgot the password?" }).click();
  await expect(
    page.getByText("Without the password or the code, the text is lost.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "E-mail me the link" })).toBeHidden();
  const unlockResponse = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByLabel("Password or recovery code").fill(lockPassword);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  const { unlock_token: token } = (await (await unlockResponse).json()) as { unlock_token: string };
  const pad = padOf(page);
  await expect(pad.text).toContainText("out of the Duke's closet");
  const sentRequest = page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().includes("/entries/"),
  );
  await pad.type(" And read it.");
  expect((await sentRequest).headers()["x-unlock"]).toBe(token);
  await pad.expectSaved();
  const sharedStorage = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), document.cookie]),
  );
  expect(sharedStorage).not.toContain(token);

  const fileChooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add photos" }).first().click();
  await (await fileChooser).setFiles([picture("closet.png")]);
  await expect(pad.text.locator("img[alt]:not([class])")).toHaveJSProperty("complete", true);
  await expect(pad.text.locator("img[alt]:not([class])")).not.toHaveJSProperty("naturalWidth", 0);
  await pad.expectSaved();

  await page.reload();
  await expect(pad.text).toContainText("And read it.");

  const otherTab = await context.newPage();
  await otherTab.goto(`${journalPath}/${entryId}`);
  await otherTab.waitForURL(`**/unlock?entry=${entryId}`);
  await otherTab.getByLabel("Password or recovery code").fill(recoveryCode);
  await otherTab.getByRole("button", { name: "Unlock", exact: true }).click();
  await expect(padOf(otherTab).text).toContainText("And read it.");
});

test('an encrypted journal is locked in a new tab, after "Lock now" and after a log-out; unsaved text stays on the device', async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product, { pro: true });
  const entryId = await writeEntry(user, "Draft", "First words.");
  const journalPath = `/journals/${user.journalId}`;
  await page.goto("/journals");
  await page.getByRole("button", { name: menuButtonName }).click();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  await page.getByRole("radio", { name: "Encryption" }).check();
  await page.getByLabel("Create a recovery code").uncheck();
  await expect(page.getByText("Without a recovery code", { exact: false })).toBeVisible();
  await fillLock(page);
  await page.getByRole("dialog").getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const submitPassword = async (tab = page) => {
    await tab.getByLabel("Password or recovery code").fill(lockPassword);
    await tab.getByRole("button", { name: "Unlock", exact: true }).click();
  };
  const unlockJournal = async () => {
    await page.getByRole("link", { name: /^Open / }).click();
    await submitPassword();
    await page.waitForURL(`**${journalPath}`);
    await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  };
  await unlockJournal();
  await page.getByRole("button", { name: "Lock now" }).click();
  await page.waitForURL("**/journals");
  const listRequest = page.waitForRequest("**/api/journals");
  await page.reload();
  expect((await listRequest).headers()["x-unlock"]).toBeUndefined();
  await unlockJournal();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/app/login");
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).not.toContain("daybook-unlocks");
  const listRequestAfterLogin = page.waitForRequest("**/api/journals");
  await logIn(page, user.person);
  expect((await listRequestAfterLogin).headers()["x-unlock"]).toBeUndefined();
  await expect(page.getByRole("link", { name: /^Open / })).toBeVisible();

  await page.goto(`${journalPath}/${entryId}`);
  await submitPassword();
  const pad = padOf(page);
  await expect(pad.text).toContainText("First words.");
  await page.route("**/api/journals/*/entries/**", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await pad.type(" Never sent.");
  await pad.expectState(/kept on this device/);
  // A new tab of the same browser has the draft, but not the token that unlocks the journal.
  await page.close();
  const tab = await context.newPage();
  await tab.goto(`${journalPath}/${entryId}`);
  await tab.waitForURL("**/unlock?**");
  await submitPassword(tab);
  await expect(padOf(tab).text).toContainText("Never sent.");
});
