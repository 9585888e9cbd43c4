import { expect, padOf, test } from "../fixtures.ts";
import { lockJournal, logInNewUser, unlock, writeEntry } from "./test-users.ts";

const text = "In Drury Lane two or three houses.";

test("locking a journal in one tab hides its text in the others", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryId = await writeEntry(user, "Plague", text);
  await lockJournal(user, { remembersPassword: true });
  const journalPath = `/journals/${user.journalId}`;
  await page.goto(journalPath);
  await unlock(page);
  await expect(page.getByText(text)).toBeVisible();
  const openTab = async (path: string) => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    return tab;
  };
  const listTab = await openTab(`${journalPath}/entries`);
  const padTab = await openTab(`${journalPath}/${entryId}`);
  const searchTab = await openTab("/search?query=Plague");
  const asOfTab = await openTab(`${journalPath}/as-of?at=${new Date().toISOString()}`);
  for (const tab of [listTab, padTab]) await expect(tab.getByText(text)).toBeVisible();
  for (const tab of [searchTab, asOfTab]) await expect(tab.getByText("Plague").first()).toBeVisible();

  await page.getByRole("button", { name: "Lock now" }).click();
  await page.waitForURL("**/journals");
  await listTab.waitForURL(/\/unlock/);
  await padTab.waitForURL(/\/unlock/);
  await asOfTab.waitForURL(/\/unlock/);
  await expect(searchTab.getByText("This journal is locked")).toBeVisible();
  for (const tab of [listTab, padTab, asOfTab]) await expect(tab.getByText("Plague")).toBeHidden();
});

test("unsaved text stays on the page when another tab locks the journal", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryId = await writeEntry(user, "Plague", text);
  await lockJournal(user, { remembersPassword: true });
  const journalPath = `/journals/${user.journalId}`;
  await page.goto(`${journalPath}/${entryId}`);
  await unlock(page);
  const pad = padOf(page);
  await expect(pad.text).toHaveText(text);
  const otherTab = await page.context().newPage();
  await otherTab.goto(journalPath);
  await page.route("**/api/**", (route) => route.abort());
  await pad.type(" God preserve us all.");
  await otherTab.getByRole("button", { name: "Lock now" }).click();
  await otherTab.waitForURL("**/journals");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await pad.expectState("Locked – kept on this device");
  await expect(pad.text).toHaveText(`${text} God preserve us all.`);

  await otherTab.getByRole("link", { name: /^Open / }).click();
  await unlock(otherTab);
  await otherTab.waitForURL(/\/journals\/\d+$/);
  await page.getByRole("button", { name: "Retry" }).click();
  await pad.expectSaved();
  await expect(pad.text).toHaveText(`${text} God preserve us all.`);
});

test("when a page becomes visible, it hides what another browser has locked", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryId = await writeEntry(user, "Plague", text);
  await page.goto(`/journals/${user.journalId}/${entryId}`);
  const becomeVisible = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(padOf(page).text).toHaveText(text);
  await becomeVisible();
  await expect(padOf(page).text).toHaveText(text);
  await lockJournal(user);
  await expect(async () => {
    await becomeVisible();
    await page.waitForURL(/\/unlock/, { timeout: 5_000 });
  }).toPass();
  await expect(page.getByText(text)).toBeHidden();
});
