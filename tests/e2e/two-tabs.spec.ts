import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, padOf, type Product, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { logInNewUser, openEntry, type TestUser, writeEntry } from "./test-users.ts";

/** Aborts the requests with which an open entry loads what other tabs save. A reload of the page still works. */
const blockRefreshes = (page: Page) =>
  page.route(/\/api\/journals\/\d+\/entries\/\d+$/, (route) =>
    route.request().method() === "GET" ? route.abort() : route.fallback(),
  );

/** Opens one entry in two tabs. The tab of `page` does not load what the other one saves. */
async function openInTwoTabs(page: Page, product: Product) {
  const user = await logInNewUser(page, product);
  const entryUrl = await openEntry(page, user, "Two tabs", "In the garden.");
  await blockRefreshes(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto(entryUrl);
  await expect(padOf(otherTab).text).toHaveText("In the garden.");
  return { user, entryUrl, otherTab };
}

/**
 * Changes the open entry in both tabs. The tab of `page` saves second and shows the conflict. Returns the sheet that it shows.
 *
 * @param words what is typed in each tab, and how many words the other tab then shows
 */
async function createConflict(
  page: Page,
  otherTab: Page,
  words: { other: string; mine: string; otherWordCount: number },
) {
  const pad = padOf(page);
  const otherPad = padOf(otherTab);
  const otherSave = otherTab.waitForResponse(
    (response) => response.request().method() === "PUT" && response.ok(),
  );
  await otherPad.type(` ${words.other}`);
  await otherSave;
  await expect(otherTab.getByText(`${words.otherWordCount} words`)).toBeVisible();
  await otherPad.expectSaved();
  await expect(page.getByRole("dialog")).toBeHidden();
  await pad.type(` ${words.mine}`);
  const sheet = page.getByRole("dialog", { name: "Changed elsewhere" });
  await expect(sheet.getByRole("region", { name: "Your version" })).toContainText(words.mine);
  await expect(sheet).toContainText("in another tab of this browser.");
  await expect(sheet.getByRole("insertion").filter({ hasText: words.other.slice(0, -1) })).toBeVisible();
  await expect(sheet.getByRole("region", { name: "Other version" })).toContainText(words.other);
  return sheet;
}

/** Waits until the history of the entry at a URL has a version with this text. */
async function expectInHistory({ remote, journalId }: TestUser, entryUrl: string, text: string) {
  const entryId = entryUrl.split("/").at(-1) ?? "";
  const versionTexts = async () => {
    const { versions } = ok(await remote.call("listVersions", { params: { journalId, entryId } }));
    return versions.map(({ version }) => version.plain_text_body);
  };
  await expect.poll(versionTexts).toContain(text);
}

test("in a conflict, either text can be kept, the other one stays in the history, and mine can become a new entry", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { user, entryUrl, otherTab } = await openInTwoTabs(page, product);
  const pad = padOf(page);
  const otherPad = padOf(otherTab);

  let sheet = await createConflict(page, otherTab, {
    other: "My wife sang.",
    mine: "It rained.",
    otherWordCount: 6,
  });
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Keep mine" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text).toHaveText("In the garden. It rained.");
  await expectInHistory(user, entryUrl, "In the garden. My wife sang.");
  await expect(otherPad.text).toHaveText("In the garden. It rained.");

  sheet = await createConflict(page, otherTab, { other: "I dined.", mine: "And home.", otherWordCount: 7 });
  await sheet.getByRole("button", { name: "Keep other version" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined.");
  await expectInHistory(user, entryUrl, "In the garden. It rained. And home.");
  await expect(otherPad.text).toHaveText("In the garden. It rained. I dined.");

  sheet = await createConflict(page, otherTab, { other: "So late.", mine: "To bed.", otherWordCount: 9 });
  await sheet.getByRole("button", { name: "Save mine as a new entry" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined. So late.");
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined. To bed.");
  await page.goto(entryUrl.replace(/\/\d+$/, ""));
  await expect(page.getByText("2 entries")).toBeVisible();
});

test("another tab shows what was saved, changes of different paragraphs are merged, and logging out logs both out", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const id = await writeEntry(user, "Two tabs", "<p>In the garden.</p><p>At the office.</p>");
  const entryUrl = `/journals/${user.journalId}/${id}`;
  await page.goto(entryUrl);
  await expect(pad.text).toContainText("At the office.");
  const otherTab = await page.context().newPage();
  await otherTab.goto(entryUrl);
  const otherPad = padOf(otherTab);
  await otherPad.type(" Dined.");
  await otherPad.expectSaved();
  await expect(pad.text).toContainText("At the office. Dined.");

  await blockRefreshes(page);
  await otherPad.type(" Home.");
  await expect(otherTab.getByText("8 words")).toBeVisible();
  await otherPad.expectSaved();
  await pad.text.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Early ");
  await expect(pad.text).toContainText("At the office. Dined. Home.");
  await page.keyboard.type("and late ");
  await expect(pad.text).toContainText("Early and late In the garden.");
  await expect(otherPad.text).toContainText("Early and late In the garden.");
  await expect(otherPad.text).toContainText("At the office. Dined. Home.");
  await pad.expectSaved();
  await otherPad.expectSaved();

  await test.step("the same words typed in both tabs are no conflict", async () => {
    await otherPad.type(" Late.");
    await expect(otherTab.getByText("12 words")).toBeVisible();
    await otherPad.expectSaved();
    await pad.type(" Late.");
    await expect(page.getByText("12 words")).toBeVisible();
    await pad.expectSaved();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("logging out in one tab logs the other one out", async () => {
    await otherTab.goto("/journals");
    await expect(otherTab.getByRole("heading", { name: "Your journals" })).toBeVisible();
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await otherTab.waitForURL("**/app/login**");
  });
});
